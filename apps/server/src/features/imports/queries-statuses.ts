import type { Filing } from '@anupalan/contract/fields/filing';
import type { RecordStatus } from '@anupalan/domain/statuses';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { readCatalogueVersion, readSettingsVersion } from '../tracker/versions.ts';

/** An obligation that rows may name. */
export interface NamedItem {
  readonly id: string;
  readonly title: string;
  readonly act: string;
}

/** The obligations of the catalogue and of a company, by title and act. */
export async function readNamedItems(db: Db, workspaceId: WorkspaceId): Promise<NamedItem[]> {
  const { rows } = await sql<NamedItem>`
    select item.id, item.title, acts.name as act
    from compliance_items item join acts on acts.id = item.act_id
    where item.workspace_id is null or item.workspace_id = ${workspaceId}
    order by item.workspace_id nulls last, sr_no`.execute(db);
  return rows;
}

/**
 * What changes once rules of a company do, by which its records are judged: what it has set, its own obligations, or the
 * catalogue.
 */
export async function readRulesVersion(db: Db, workspaceId: WorkspaceId): Promise<string> {
  const { rows } = await sql<{ own: string }>`
    select concat(count(*), ' ', max(updated_at)) as own from compliance_items
    where workspace_id = ${workspaceId}`.execute(db);
  const [settings, catalogue] = [await readSettingsVersion(db, workspaceId), await readCatalogueVersion(db)];
  return `${settings} ${catalogue} ${rows[0]?.own}`;
}

/** A record that is there already, in the history or waiting. */
export interface KnownRecord {
  readonly itemId: string;
  readonly day: string;
  readonly registrationId: string | null;
  readonly status: RecordStatus;
  readonly note: string;
  readonly filing: Filing | null;
}

/** What is recorded of some days (ISO) of items, what waits for its check included. */
export async function readKnownRecords(
  db: Db,
  workspaceId: WorkspaceId,
  days: readonly DayOfItem[],
): Promise<KnownRecord[]> {
  const items = days.map(({ itemId }) => itemId);
  const { rows } = await sql<KnownRecord>`
    with asked as materialized (
      select distinct item, day from unnest(${items}::uuid[], ${days.map(({ day }) => day)}::date[]) as asked (item, day))
    select item as "itemId", asked.day::text, registration_id as "registrationId", status, note, filing
    from asked join status_records record
      on (record.workspace_id, record.compliance_item_id, record.day) = (${workspaceId}::uuid, item, asked.day)
    where counterpart is null
    union all
    select item, asked.day::text, registration_id, status, note, filing
    from asked join checks on (checks.workspace_id, checks.compliance_item_id, checks.day)
      = (${workspaceId}::uuid, item, asked.day)
    where outcome is null`.execute(db);
  return rows;
}

/** A day (ISO) of an item. */
interface DayOfItem {
  readonly itemId: string;
  readonly day: string;
}

/** The days with statuses in a company, as far as some records are concerned. */
export interface KnownDaysOfItems {
  /** Those of the records that have one. */
  readonly there: readonly DayOfItem[];
  /** How many each item has. */
  readonly ofItems: readonly { readonly itemId: string; readonly count: number }[];
  /** How many the company has. */
  readonly inAll: number;
}

/** How many days with statuses there are, in all and of the items of some days (R-statuses-15). */
export async function readDaysOfItems(
  db: Db,
  workspaceId: WorkspaceId,
  days: readonly DayOfItem[],
): Promise<KnownDaysOfItems> {
  const items = days.map(({ itemId }) => itemId);
  const { rows: there } = await sql<DayOfItem>`
    select compliance_item_id as "itemId", entry.day::text
    from status_entries entry
      join (select distinct item, day from unnest(${items}::uuid[], ${days.map(({ day }) => day)}::date[])
        as asked (item, day)) asked on (entry.compliance_item_id, entry.day) = (asked.item, asked.day)
    where workspace_id = ${workspaceId}`.execute(db);
  const { rows: ofItems } = await sql<{ itemId: string; count: number }>`
    select compliance_item_id as "itemId", count(*)::int as count from status_entries
    where workspace_id = ${workspaceId} and compliance_item_id = any(${[...new Set(items)]}::uuid[])
    group by 1`.execute(db);
  const { rows: tallied } = await sql<{ inAll: number }>`
    select coalesce(sum(entries), 0)::int as "inAll" from status_tallies where workspace_id = ${workspaceId}`.execute(
    db,
  );
  return { there, ofItems, inAll: tallied[0]?.inAll ?? 0 };
}

/** The payments of a company, each with its day (ISO) and paise. */
export async function readKnownPayments(
  db: Db,
  workspaceId: WorkspaceId,
): Promise<{ itemId: string; day: string; paise: number }[]> {
  const { rows } = await sql<{ itemId: string; day: string; paise: number }>`
    select compliance_item_id as "itemId", day::text, amount_paise::float8 as paise from payment_dates
    where workspace_id = ${workspaceId}`.execute(db);
  return rows;
}
