import { toPaise } from '@anupalan/domain/money';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import { EditionLateCost } from './edition-law.ts';
import { presentLateCost } from './present.ts';

/** An occurrence that was late, or is. */
export interface DelayOfItem {
  readonly itemId: string;
  /** The nominal day, and the one on which it really fell due. */
  readonly nominal: Temporal.PlainDate;
  readonly dueOn: Temporal.PlainDate;
  readonly paidOn: Temporal.PlainDate;
  /** Rupees that were due; undefined where nobody said. */
  readonly due: number | undefined;
}

/** What a delay costs. */
export interface CostOfDelay {
  /** Rupees; null where none can be computed. */
  readonly amount: number | null;
  /** Whether the law's rate isn't sure. */
  readonly estimate: boolean;
  /** Whether it follows from the rupees that were due. */
  readonly usesDue: boolean;
  /** Whether something of it has a price that isn't in the amount: a fine, or interest on what nobody said. */
  readonly isPartial: boolean;
}

/** What delays cost by the rules of their items (R-law-6); null for those of items without a rule. */
export async function readCostsOfDelays(db: Db, delays: readonly DelayOfItem[]): Promise<(CostOfDelay | null)[]> {
  const rules = await readRulesOfItems(db, [...new Set(delays.map(({ itemId }) => itemId))]);
  return delays.map((delay) => {
    const ofItem = rules.get(delay.itemId);
    return ofItem ? costOf(delay, ofItem) : null;
  });
}

/** What is reckoned with an amount that nobody said costs nothing that could be told. */
function costOf({ due, ...delay }: DelayOfItem, rules: readonly EditionLateCost[]): CostOfDelay {
  const countable = rules.filter((rule) => due !== undefined || !followsFromDue(rule));
  const days = { ...delay, countedFrom: undefined };
  const { lines, total } = presentLateCost(countable, { amount: toPaise(due ?? 0) ?? 0, ...days });
  return {
    amount: total,
    estimate: lines.some(({ estimate, amount }) => estimate && amount !== null),
    usesDue: countable.some(followsFromDue),
    isPartial: countable.length < rules.length || lines.some(({ amount }) => amount === null),
  };
}

/** Whether what a rule costs, or costs at most, follows from the rupees that were due. */
function followsFromDue({ kind, cap }: EditionLateCost): boolean {
  return cap !== null || !['rupees-per-day', 'bands-rupees', 'range'].includes(kind);
}

/** The rules of what late costs for some items of the catalogue, by their ids; items without a rule are missing. */
async function readRulesOfItems(
  db: Db,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, readonly EditionLateCost[]>> {
  if (itemIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; definition: unknown }>`
    select item.id, rule.definition
    from compliance_items item join law_rows rule on rule.kind = 'late-cost' and rule.definition -> 'itemKeys' ? item.catalogue_key
    where item.id = any(${itemIds}::uuid[]) order by rule.position`.execute(db);
  const read = rows.map(({ id, definition }) => ({ id, rule: EditionLateCost.parse(definition) }));
  return new Map(
    Map.groupBy(read, ({ id }) => id)
      .entries()
      .map(([id, all]) => [id, all.map(({ rule }) => rule)]),
  );
}
