import type { Overview } from '@anupalan/contract/proof/overview';
import { storedDay } from '@anupalan/domain/calendar-day';
import type { Db } from '../../platform/postgres/database.ts';
import type { RegisterLine } from '../exports/queries-register.ts';
import { readCostsOfDelays } from '../law/queries-late-cost.ts';

type LateLine = Overview['lateCost']['lines'][number];

/** A late line of a register with what its delay costs. */
export interface LateCostOfLine extends Pick<LateLine, 'amount' | 'estimate'> {
  readonly line: RegisterLine;
  /** Whether something of it has a price that isn't in the amount. */
  readonly isPartial: boolean;
}

/**
 * What late lines cost, those that are open by today, of those that have a rule, the dearest first (R-overview-6).
 * @param amounts rupees by items, for lines of which nobody said what was due
 */
export async function readLateCosts(
  db: Db,
  late: readonly RegisterLine[],
  { amounts, today }: { amounts: ReadonlyMap<string, number>; today: Temporal.PlainDate },
): Promise<LateCostOfLine[]> {
  const delays = late.map(({ itemId, day, legal, settledOn, record }) => ({
    itemId,
    nominal: storedDay(day),
    dueOn: storedDay(legal),
    paidOn: settledOn === null ? today : storedDay(settledOn),
    due: record?.filing?.amount ?? amounts.get(itemId),
  }));
  const costs = await readCostsOfDelays(db, delays);
  const ofLines = late.flatMap((line, at): LateCostOfLine[] => {
    const cost = costs[at];
    if (!cost || !(cost.isPartial || (cost.amount ?? 0) > 0)) return [];
    const { isPartial } = cost;
    // Nothing so far beside a part that nobody knows is no price.
    const amount = isPartial && cost.amount === 0 ? null : cost.amount;
    const { amount: said, filedOn } = line.record?.filing ?? {};
    // Records of months before tracking are made later: without a day of filing nobody knows how late they were.
    const isGuessed = (cost.usesDue && said === undefined) || (!line.isTracked && filedOn === undefined);
    return [{ line, amount, estimate: amount !== null && (cost.estimate || isGuessed), isPartial }];
  });
  return ofLines.toSorted((one, other) => (other.amount ?? -1) - (one.amount ?? -1));
}
