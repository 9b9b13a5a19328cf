import { type Kysely, sql } from 'kysely';

/** The kinds whose numbers are one authority's for all of India: the same number is the same registration. */
const OF_INDIA = "('epf', 'esi', 'pan', 'tan', 'gstin', 'cin', 'udyam', 'fssai')";

const KINDS = `(
  'epf', 'esi', 'pt-rc', 'pt-ec', 'lwf', 'shops', 'factory', 'contract-labour', 'trade-licence',
  'pan', 'tan', 'gstin', 'cin', 'udyam', 'fssai', 'other')`;

/**
 * Registrations and licences of a company. One that is removed stays as a row as long as something is recorded about its
 * renewals.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table registrations (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      kind text not null check (kind in ${sql.raw(KINDS)}),
      number text not null,
      state text,
      establishment_id uuid,
      authority text not null default '',
      from_day date,
      until_day date,
      ceiling integer check (ceiling > 0),
      renewal_filed_on date,
      removed_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id),
      foreign key (workspace_id, establishment_id) references establishments on delete set null (establishment_id),
      constraint registrations_period check (until_day >= from_day),
      constraint registrations_renewal check (renewal_filed_on is null or until_day is not null)
    );
    create unique index registrations_of_india on registrations (workspace_id, kind, number)
      where removed_at is null and kind in ${sql.raw(OF_INDIA)};
    create unique index registrations_of_state on registrations (workspace_id, kind, number, state) nulls not distinct
      where removed_at is null and kind not in ${sql.raw(OF_INDIA)};
    create index registrations_by_establishment on registrations (workspace_id, establishment_id);
    comment on column registrations.number is 'as domain/registrations/numbers.ts normalises it';
    comment on column registrations.until_day is 'the last day; null: it does not expire';
    comment on column registrations.removed_at is 'when it was removed, though something recorded about it stays';
    create trigger announce after insert or update or delete on registrations
      for each row execute function announce_workspace_change('registrations');
    create trigger version_emptied after truncate on registrations
      for each statement execute function announce_emptied_table();
  `.execute(db);
}
