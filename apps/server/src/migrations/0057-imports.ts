import { type Kysely, sql } from 'kysely';

/**
 * What came by an import is known again by the key that its row had: of an obligation in its company, or the catalogue,
 * of a company among those of a person. People of an imported company are drafts until somebody invites them. Past
 * statuses that have to be checked wait as a batch.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table compliance_items add column import_key text,
      add constraint compliance_items_import_key check (length(import_key) between 1 and 100);
    create unique index compliance_items_by_import_key on compliance_items (workspace_id, import_key)
      nulls not distinct where import_key is not null;
    comment on column compliance_items.import_key is 'the key of the row that it was imported from';

    alter table companies add column import_key text,
      add constraint companies_import_key check (length(import_key) between 1 and 100);
    comment on column companies.import_key is 'the key of the row that it was imported from, among those of its importer';

    alter table checks add column batch_id uuid;
    create index checks_of_batch on checks (workspace_id, batch_id) where batch_id is not null and outcome is null;
    comment on column checks.batch_id is 'the import by which it came, whose records are checked as one';

    create table invitation_drafts (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      email text not null check (length(email) between 3 and 254),
      role text not null check (role in ('manager', 'member', 'viewer')),
      made_at timestamptz not null default now(),
      primary key (workspace_id, id),
      unique (workspace_id, email)
    );
    create trigger announce after insert or update or delete on invitation_drafts
      for each row execute function announce_workspace_change('members');
    comment on table invitation_drafts is 'people that an import named, until somebody invites them';
  `.execute(db);
}
