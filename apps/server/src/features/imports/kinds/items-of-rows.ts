import { AppError } from '../../../platform/errors/errors.ts';
import type { Database } from '../../../platform/postgres/database.ts';
import type { Acting } from '../../tracker/commands.ts';
import { requireItemOf } from '../../tracker/require-item.ts';
import type { Fault } from '../import-kind.ts';
import { type NamedItem, readNamedItems } from '../queries.ts';
import { sameText } from './columns-of-items.ts';
import type { StatusRow } from './status-rows.ts';

type Viewed = Awaited<ReturnType<typeof requireItemOf>>;

/** The item that a row names, as the company has it, or why there is none. */
export type FoundItem = { readonly item: Viewed } | { readonly fault: Fault };

type Naming = Pick<StatusRow, 'title' | 'act'>;

/** The items that the rows of a file name, each looked for once. */
export class ItemsOfRows {
  readonly #found = new Map<string, FoundItem>();

  /** Looks for all that is named; it takes connections of its own, so that it comes before the transaction. */
  async look(
    database: Pick<Database, 'db' | 'pool'>,
    { view }: Acting,
    { rows, today }: { rows: readonly Naming[]; today: Temporal.PlainDate },
  ): Promise<void> {
    const byTitle = Map.groupBy(await readNamedItems(database.db, view.workspaceId), ({ title }) => sameText(title));
    const seen = new Map<string, Viewed | null>();
    const viewOf = async (id: string) => {
      const known = seen.get(id);
      if (known !== undefined) return known;
      const viewed = await requireItemOf(database, { view, today }, id).catch(orNone);
      seen.set(id, viewed);
      return viewed;
    };
    for (const row of rows) {
      const name = nameOf(row);
      if (this.#found.has(name)) continue;
      const { act } = row;
      const named = (byTitle.get(sameText(row.title)) ?? []).filter(
        (item) => act === undefined || sameText(item.act) === sameText(act),
      );
      this.#found.set(name, await choose(named, viewOf));
    }
  }

  of(row: Naming): FoundItem {
    const found = this.#found.get(nameOf(row));
    if (!found) throw new Error('A row of a file that nobody looked at');
    return found;
  }
}

function nameOf({ title, act = '' }: Naming): string {
  return `${sameText(act)}\n${sameText(title)}`;
}

async function choose(named: readonly NamedItem[], viewOf: (id: string) => Promise<Viewed | null>): Promise<FoundItem> {
  const shown: { item: Viewed; act: string }[] = [];
  for (const { id, act } of named) {
    const item = await viewOf(id);
    if (item) shown.push({ item, act });
  }
  const [first, second] = shown;
  if (!first) return { fault: { key: 'title', expected: 'the name of an obligation as the dashboard has it' } };
  if (!second) return { item: first.item };
  const acts = [...new Set(shown.map(({ act }) => act))].slice(0, 5);
  return { fault: { key: 'act', expected: `the act, because several obligations have this name: ${acts.join('; ')}` } };
}

/** Nothing of an item that the company doesn't have; any other failure goes on. */
function orNone(error: unknown): null {
  if (error instanceof AppError && error.code === 'not-found') return null;
  throw error;
}
