import type { RegistrationKind } from '@anupalan/domain/registrations/kinds';
import type { StateOrAll } from '@anupalan/domain/states';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import type { Kept } from './kinds/match-kept.ts';

/** The sizes of companies that something is for; a maximum of 0 is none. */
export interface Sizes {
  readonly minEmployees: number;
  readonly maxEmployees: number;
}

/** The obligations that a company keeps of its own, or with null those of the catalogue, by key, act and title. */
export async function readKeptItems(db: Db, workspaceId: WorkspaceId | null): Promise<(Kept & Sizes)[]> {
  const { rows } = await sql<Kept & Sizes>`
    select item.id, item.import_key as key, acts.name || ' ' || item.title as name,
      item.min_employees as "minEmployees", item.max_employees as "maxEmployees"
    from compliance_items item join acts on acts.id = item.act_id
    where item.workspace_id is not distinct from ${workspaceId}::uuid and item.registration_id is null
    order by item.id`.execute(db);
  return rows;
}

/** An act of the catalogue as a row names it. */
export interface NamedAct extends Sizes {
  readonly id: string;
  readonly name: string;
  readonly state: string;
}

/** The acts of the catalogue by their names, as {@link sameText} has them. */
export async function readNamedActs(db: Db): Promise<NamedAct[]> {
  return await db
    .selectFrom('acts')
    .select(['id', 'name', 'state', 'min_employees as minEmployees', 'max_employees as maxEmployees'])
    .where('workspace_id', 'is', null)
    .orderBy('id')
    .execute();
}

/** A company that somebody owns or manages, with its registrations. */
export interface KnownCompany extends Kept {
  readonly numbers: readonly { kind: RegistrationKind; number: string; state: StateOrAll | null }[];
  /** Whether nothing in it can be changed (R-companies-24). */
  readonly isFrozen: boolean;
}

/** The companies that somebody owns or manages, by name. */
export async function readKnownCompanies(db: Db, userId: string): Promise<KnownCompany[]> {
  const { rows } = await sql<KnownCompany>`
    select company.id, import_key as key, company_name as name,
      coalesce((
        select json_agg(json_build_object('kind', kind, 'number', number, 'state', state)) from registrations
        where workspace_id = company.workspace_id and removed_at is null), '[]'::json) as numbers,
      member.frozen_from is not null as "isFrozen"
    from memberships member join companies company on company.id = member.company_id
    where member.user_id = ${userId} and member.role in ('owner', 'manager')
    order by company_name, company.id`.execute(db);
  return rows;
}
