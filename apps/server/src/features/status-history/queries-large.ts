import type { StatusEntry } from '@anupalan/contract/status-history';
import { statusWindow } from '@anupalan/domain/occurrence';
import { can } from '@anupalan/domain/permissions';
import { RESOLVED_STATUSES } from '@anupalan/domain/statuses';
import type { Pool } from 'pg';
import { actorOf, type Session } from '../../identity/sessions.ts';
import { readAsText } from '../../platform/postgres/prepared-statement.ts';
import type { Days } from '../tracker/choose-days.ts';
import { NoteRoom, presentStatusEntries, type StatusRow } from './present.ts';
import { groupByItem } from './queries.ts';
import { COUNT_BY_ITEM, MOST_IN_ALL, SOME_ITEMS } from './statements.ts';

/** Entries and items that are read and sent at once. */
const A_PART = { entries: 500, items: 250 };

/** The entries of one item that a large answer has: always, and in all when nothing is left out. */
interface Counted {
  readonly always: number;
  readonly others: number;
}

/**
 * An answer with so many entries that they are read and sent in parts. Each carries its newest record only. When they
 * are more than 20,000, each item has the resolved days of the last year, which its current occurrence needs
 * (R-due-dates-13), and beside them the days nearest to today, as many as every item may have (R-statuses-16).
 */
export class LargeHistories {
  readonly #pool: Pool;
  readonly #view: Session;
  readonly #values: readonly unknown[];
  readonly #counted: ReadonlyMap<string, Counted>;
  readonly #othersAnItem: number;
  readonly #notes = new NoteRoom();

  private constructor(pool: Pool, view: Session, values: readonly unknown[], counted: Map<string, Counted>) {
    this.#pool = pool;
    this.#view = view;
    this.#values = values;
    this.#counted = counted;
    this.#othersAnItem = shareRoom([...counted.values()]);
  }

  static async plan(pool: Pool, view: Session, { days, today }: { days: Days; today: Temporal.PlainDate }) {
    const { from } = statusWindow(today);
    const values = [view.workspaceId, `${days.from}`, `${days.to}`, `${from}`, `${today}`, RESOLVED_STATUSES];
    const { rows } = await pool.query<{ item: string; entries: number; always: number }>(COUNT_BY_ITEM, values);
    const counted = rows.map(({ item, entries, always }) => [item, { always, others: entries - always }] as const);
    return new LargeHistories(pool, view, values, new Map(counted));
  }

  /** Whether some days of an item are left out. */
  leavesOut({ id }: { readonly id: string }): boolean {
    return (this.#counted.get(id)?.others ?? 0) > this.#othersAnItem;
  }

  /** Groups items, in their order, so that each group is small. */
  *inParts<Item extends { readonly id: string }>(items: readonly Item[]): Generator<readonly Item[]> {
    let part: Item[] = [];
    let size = 0;
    for (const item of items) {
      const { always = 0, others = 0 } = this.#counted.get(item.id) ?? {};
      const entries = always + Math.min(others, this.#othersAnItem);
      if (part.length === A_PART.items || (part.length > 0 && size + entries > A_PART.entries)) {
        yield part;
        part = [];
        size = 0;
      }
      part.push(item);
      size += entries;
    }
    if (part.length > 0) yield part;
  }

  /** The entries of some items, by item. */
  async read(items: readonly { readonly id: string }[]): Promise<Map<string, StatusEntry[]>> {
    const reader = can(actorOf(this.#view), 'status-history.read') ? 'premium' : 'free';
    const values = [...this.#values, items.map(({ id }) => id), this.#othersAnItem];
    const rows = await readAsText<StatusRow>(this.#pool, { text: SOME_ITEMS[reader] }, values);
    return groupByItem(presentStatusEntries(rows, this.#notes));
  }
}

/** The number of other entries that each item may have, so that all fit: the largest that does. */
function shareRoom(items: readonly Counted[]): number {
  let room = MOST_IN_ALL - items.reduce((sum, { always }) => sum + always, 0);
  const others = items.map((item) => item.others).sort((a, b) => a - b);
  for (const [n, count] of others.entries()) {
    const share = Math.max(0, Math.floor(room / (others.length - n)));
    if (share < count) return share;
    room -= count;
  }
  return MOST_IN_ALL;
}
