import type { Database } from '../../../platform/postgres/database.ts';
import type { Acting } from '../../tracker/commands.ts';
import { findItemsOf } from '../../tracker/require-item.ts';
import type { Fault } from '../import-kind.ts';
import { type NamedItem, readNamedItems } from '../queries-statuses.ts';
import { sameText } from './same-text.ts';
import type { StatusRow } from './status-rows.ts';

type FindItem = Awaited<ReturnType<typeof findItemsOf>>;
type Viewed = NonNullable<ReturnType<FindItem>>;

/** The item that a row names, as the company has it, or why there is none. */
export type FoundItem = { readonly item: Viewed } | { readonly fault: Fault; readonly isNone?: true };

type Naming = Pick<StatusRow, 'title' | 'act'>;

/** The items that the rows of a file name, each looked for once. */
export class ItemsOfRows {
  readonly #found = new Map<string, FoundItem>();

  /** Looks for all that is named; it takes a connection of its own, so that it comes before the transaction. */
  async look(
    database: Pick<Database, 'db' | 'pool'>,
    { view }: Acting,
    { rows, today }: { rows: readonly Naming[]; today: Temporal.PlainDate },
  ): Promise<void> {
    const byTitle = Map.groupBy(await readNamedItems(database.db, view.workspaceId), ({ title }) => sameText(title));
    const find = await findItemsOf(database, { view, today });
    for (const row of rows) {
      const name = nameOf(row);
      if (this.#found.has(name)) continue;
      const { act } = row;
      const named = (byTitle.get(sameText(row.title)) ?? []).filter(
        (item) => act === undefined || sameText(item.act) === sameText(act),
      );
      this.#found.set(name, choose(named, find));
    }
  }

  of(row: Naming): FoundItem {
    const found = this.#found.get(nameOf(row));
    if (!found) throw new Error('A row of a file that nobody looked at');
    return found;
  }

  /** Whether the company has no item of the name that a row has. */
  isNone(row: Naming): boolean {
    const found = this.of(row);
    return 'fault' in found && found.isNone === true;
  }
}

function nameOf({ title, act = '' }: Naming): string {
  return `${sameText(act)}\n${sameText(title)}`;
}

const NOT_THERE: Fault = { key: 'title', expected: 'the name of an obligation as the dashboard has it' };

function choose(named: readonly NamedItem[], find: FindItem): FoundItem {
  const shown = named.flatMap(({ id, act }) => {
    const item = find(id);
    return item ? [{ item, act }] : [];
  });
  const [first, second] = shown;
  if (!first) return { fault: NOT_THERE, isNone: true };
  if (!second) return { item: first.item };
  const acts = [...new Set(shown.map(({ act }) => act))].slice(0, 5);
  return { fault: { key: 'act', expected: `the act, because several obligations have this name: ${acts.join('; ')}` } };
}
