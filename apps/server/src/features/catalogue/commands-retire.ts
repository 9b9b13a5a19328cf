import type { Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { moveExclusions } from '../applicability/commands-exclude.ts';
import { moveAssignments } from '../assignments/commands-move.ts';
import { endLoadedItem, mergeLoadedItem } from '../compliance-items/commands-load.ts';
import { moveEvidence } from '../evidence/commands-records.ts';
import { moveLawChanges } from '../law-changes/commands.ts';
import type { Difference } from '../law-changes/difference.ts';
import { COLUMNS_OF_LAW } from '../law-changes/item-of-law.ts';
import { rerouteMerged } from '../status-history/checks/commands-reroute.ts';
import { listRecordedDays, moveStatuses } from '../status-history/commands-move.ts';
import { moveTracked } from '../tracker/commands.ts';
import type { Edition } from './edition.ts';
import type { EditionRetired } from './edition-files.ts';
import { moveDay } from './move-day.ts';
import { tellRetired } from './tell-retired.ts';

/** What a load did with retired keys. */
export type RetiredReport = {
  readonly merged: number;
  readonly ended: number;
  /** The titles of those that an administrator had edited, whose edits went with them. */
  readonly edited: string[];
};

/** Two items, of which one goes into the other. */
interface Move {
  readonly from: string;
  readonly to: string;
}

/**
 * The steps that take what is kept about an item to another one, by the tables they move. A table that refers to items
 * is here or in {@link GOES}: a test compares both with the database.
 */
export const MOVES: readonly {
  readonly tables: readonly string[];
  readonly move: (trx: Transaction<DB>, move: Move) => Promise<void>;
}[] = [
  { tables: ['custom_reminders', 'payment_dates', 'submission_dates'], move: moveTracked },
  { tables: ['assignments'], move: moveAssignments },
  { tables: ['exclusions'], move: moveExclusions },
  { tables: ['law_changes'], move: moveLawChanges },
  { tables: ['evidence'], move: moveEvidence },
];

/**
 * Tables that refer to items whose rows move with statuses, or go with a retired item: what it asked is asked no more, and
 * the next mail has a link of the item that it went into.
 */
export const GOES = [
  ...['checks', 'company_days', 'compliance_values', 'extensions', 'facts', 'filing_links', 'merged_items'],
  'status_entries',
];

/**
 * Carries out what an edition retires, whoever edited the items: merged ones with everything recorded about them go into
 * their targets, ended ones fall due no more (R-catalogue-25). What is done already is not there any more.
 */
export async function retireItems(
  trx: Transaction<DB>,
  { retired }: Edition,
): Promise<{ report: RetiredReport; differences: readonly Difference[] }> {
  const report = { merged: 0, ended: 0, edited: [] as string[] };
  const differences: Difference[] = [];
  for (const key of retired) {
    const item = await findItem(trx, key.key);
    if (!item) continue;
    const target = key.into === null ? null : await findItem(trx, key.into);
    if (key.into !== null && !target) continue; // an administrator deleted it
    if (target) {
      await merge(trx, key, item, target);
      report.merged++;
    } else if (await endLoadedItem(trx, item.id, key.reason)) report.ended++;
    else continue;
    differences.push(tellRetired(item, key, target && key.into !== null ? { key: key.into, item: target } : null));
    if (item.edited_at !== null) report.edited.push(item.title);
  }
  return { report, differences };
}

type Item = NonNullable<Awaited<ReturnType<typeof findItem>>>;

/** The item of a key, locked so that nobody records anything about it meanwhile. */
function findItem(trx: Transaction<DB>, key: string) {
  return trx
    .selectFrom('compliance_items')
    .select(['id', 'edited_at', ...COLUMNS_OF_LAW])
    .where('catalogue_key', '=', key)
    .forUpdate()
    .executeTakeFirst();
}

async function merge(trx: Transaction<DB>, retired: EditionRetired, item: Item, target: Item): Promise<void> {
  const first = target.due_date === null ? null : Temporal.PlainDate.from(target.due_date);
  const schedule = { first, frequency: target.frequency };
  const move = { from: item.id, to: target.id };
  for (const day of await listRecordedDays(trx, item.id)) {
    const to = moveDay(Temporal.PlainDate.from(day), retired, schedule).toString();
    await moveStatuses(trx, move, { from: day, to });
  }
  for (const step of MOVES) await step.move(trx, move);
  await rerouteMerged(trx, target.id);
  await mergeLoadedItem(trx, move);
}
