import type { Filing } from '@anupalan/contract/fields/filing';
import type { RecordStatus } from '@anupalan/domain/statuses';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { readCatalogueVersion, readSettingsVersion } from '../tracker/versions.ts';
import type { Kept } from './kinds/match-kept.ts';

/** The obligations that a company keeps of its own, or with null those of the catalogue, by key, act and title. */
export async function readKeptItems(db: Db, workspaceId: WorkspaceId | null): Promise<Kept[]> {
  const { rows } = await sql<Kept>`
    select item.id, item.import_key as key, acts.name || ' ' || item.title as name
    from compliance_items item join acts on acts.id = item.act_id
    where item.workspace_id is not distinct from ${workspaceId}::uuid and item.registration_id is null
    order by item.id`.execute(db);
  return rows;
}

/** An act of the catalogue as a row names it. */
export interface NamedAct {
  readonly id: string;
  readonly name: string;
  readonly state: string;
}

/** The acts of the catalogue by their names, as {@link sameText} has them. */
export async function readNamedActs(db: Db): Promise<NamedAct[]> {
  return await db
    .selectFrom('acts')
    .select(['id', 'name', 'state'])
    .where('workspace_id', 'is', null)
    .orderBy('id')
    .execute();
}

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
  days: readonly { readonly itemId: string; readonly day: string }[],
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

/** A company that somebody owns or manages, with its numbers as `kind number`. */
export interface KnownCompany extends Kept {
  readonly numbers: readonly string[];
  /** Whether nothing in it can be changed (R-companies-24). */
  readonly isFrozen: boolean;
}

/** The companies that somebody owns or manages, by name. */
export async function readKnownCompanies(db: Db, userId: string): Promise<KnownCompany[]> {
  const { rows } = await sql<KnownCompany>`
    select company.id, import_key as key, company_name as name,
      coalesce((
        select json_agg(kind || ' ' || number) from registrations
        where workspace_id = company.workspace_id and removed_at is null), '[]'::json) as numbers,
      member.frozen_from is not null as "isFrozen"
    from memberships member join companies company on company.id = member.company_id
    where member.user_id = ${userId} and member.role in ('owner', 'manager')
    order by company_name, company.id`.execute(db);
  return rows;
}
