import { type Kysely, sql } from 'kysely';

/**
 * Columns that name an item or act, which may be of the catalogue: no foreign key can say "of this workspace or of none",
 * so a trigger does.
 */
const OWN_OR_CATALOGUE = {
  assignments: { compliance_item_id: 'compliance_items', act_id: 'acts' },
  checks: { compliance_item_id: 'compliance_items' },
  company_days: { compliance_item_id: 'compliance_items' },
  compliance_items: { act_id: 'acts' },
  custom_reminders: { compliance_item_id: 'compliance_items' },
  evidence: { item_id: 'compliance_items' },
  exclusions: { compliance_item_id: 'compliance_items' },
  facts: { compliance_item_id: 'compliance_items' },
  filing_links: { compliance_item_id: 'compliance_items' },
  payment_dates: { compliance_item_id: 'compliance_items' },
  status_entries: { compliance_item_id: 'compliance_items' },
  submission_dates: { compliance_item_id: 'compliance_items' },
} as const;

/** Columns of the catalogue's own tables, which name nothing that is a company's. */
const OF_CATALOGUE = {
  extensions: 'compliance_item_id',
  law_changes: 'compliance_item_id',
  merged_items: 'into_id',
} as const;

/** Columns that name something of their own workspace, which no foreign key proved so far; each may be null. */
const OF_WORKSPACE = [
  { table: 'checks', column: 'again_of', target: 'checks' },
  { table: 'evidence', column: 'file_id', target: 'files' },
  { table: 'evidence', column: 'replaces', target: 'evidence' },
  { table: 'evidence', column: 'replaced_by', target: 'evidence' },
  { table: 'prepared_files', column: 'file_id', target: 'files' },
] as const;

/**
 * The database proves that what a row refers to is of its own workspace or of the catalogue (R-company-files-7, decision
 * 92): by foreign keys that contain the workspace, and by triggers where the target may be the catalogue's.
 *
 * Rows that break this reach into other companies. They are taken out and kept in `displaced_rows`, so that the migration
 * never fails because of one and the operator learns of each by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addDisplacedRows(db);
  await displace(db);
  await keepWorkspaces(db);
  await proveOwnOrCatalogue(db);
  await proveOfCatalogue(db);
  await proveActs(db);
  await proveOfWorkspace(db);
}

async function addDisplacedRows(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table displaced_rows (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null default gen_random_uuid(),
      "table" text not null,
      reason text not null,
      content jsonb not null,
      displaced_at timestamptz not null default now(),
      primary key (workspace_id, id)
    );
    comment on table displaced_rows is 'rows and references that led to another company, as they were before they were taken out';
    comment on column displaced_rows.content is 'the whole row';
  `.execute(db);
}

async function displace(db: Kysely<unknown>): Promise<void> {
  // Items first: what was recorded about one goes with it.
  const tables = Object.entries(OWN_OR_CATALOGUE).toSorted(([one], [other]) => rank(one) - rank(other));
  for (const [table, columns] of tables) {
    for (const [column, target] of Object.entries(columns)) await deleteForeign(db, { table, column, target });
  }
  for (const reference of OF_WORKSPACE) await emptyForeign(db, reference);
  await emptyForeignActs(db);
  // Nothing may wait for the end of the transaction while tables are altered.
  await sql`set constraints all immediate; set constraints all deferred`.execute(db);
}

function rank(table: string): number {
  return table === 'compliance_items' ? 0 : 1;
}

interface Reference {
  readonly table: string;
  readonly column: string;
  readonly target: string;
}

async function deleteForeign(db: Kysely<unknown>, { table, column, target }: Reference): Promise<void> {
  const isForeign = sql`exists (select from ${sql.table(target)} named
    where named.id = own.${sql.ref(column)} and named.workspace_id is not null
      and named.workspace_id is distinct from own.workspace_id)`;
  if (table === 'payment_dates' || table === 'submission_dates') {
    // An approval that stands on a figure would hold it.
    await sql`delete from approved_figures using ${sql.table(table)} own
      where (approved_figures.workspace_id, thing_id) = (own.workspace_id, own.id) and ${isForeign}`.execute(db);
  }
  const reason = `${column} names a row of another company`;
  await sql`
    with gone as (delete from ${sql.table(table)} own where ${isForeign} returning *)
    insert into displaced_rows (workspace_id, "table", reason, content)
    select workspace_id, ${table}, ${reason}, to_jsonb(gone) from gone where workspace_id is not null`.execute(db);
}

async function emptyForeign(db: Kysely<unknown>, { table, column, target }: Reference): Promise<void> {
  const reason = `${column} names nothing of its company`;
  await sql`
    with found as (
      select own.workspace_id, own.id, to_jsonb(own) as content from ${sql.table(table)} own
      where ${sql.ref(column)} is not null and not exists (select from ${sql.table(target)} named
        where named.id = own.${sql.ref(column)} and named.workspace_id = own.workspace_id)),
    emptied as (
      update ${sql.table(table)} own set ${sql.ref(column)} = null from found
      where (own.workspace_id, own.id) = (found.workspace_id, found.id))
    insert into displaced_rows (workspace_id, "table", reason, content)
    select workspace_id, ${table}, ${reason}, content from found`.execute(db);
}

/** Acts that are named without a foreign key, because they may be gone. */
async function emptyForeignActs(db: Kysely<unknown>): Promise<void> {
  await sql`
    with found as (
      select own.workspace_id, own.id, to_jsonb(own) as content
      from event_duties own join acts on acts.id = own.act_id
      where acts.workspace_id <> own.workspace_id),
    emptied as (
      update event_duties own set act_id = null from found
      where (own.workspace_id, own.id) = (found.workspace_id, found.id))
    insert into displaced_rows (workspace_id, "table", reason, content)
    select workspace_id, 'event_duties', 'act_id names a row of another company', content from found`.execute(db);
}

/** What a trigger has found stays true: an item or act never changes its workspace. */
async function keepWorkspaces(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_other_workspace() returns trigger language plpgsql as $$
      begin
        raise exception '% % stays in its workspace', tg_table_name, old.id
          using errcode = 'integrity_constraint_violation', constraint = tg_name;
      end
    $$;
    create trigger stays_in_workspace before update of workspace_id on acts
      for each row when (old.workspace_id is distinct from new.workspace_id) execute function refuse_other_workspace();
    create trigger stays_in_workspace before update of workspace_id on compliance_items
      for each row when (old.workspace_id is distinct from new.workspace_id) execute function refuse_other_workspace();
    create function refuse_foreign(place text, name text) returns void language plpgsql as $$
      begin
        raise exception '% names a row of another workspace', place
          using errcode = 'foreign_key_violation', constraint = name;
      end
    $$;
  `.execute(db);
}

async function proveOwnOrCatalogue(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(OWN_OR_CATALOGUE)) {
    for (const [column, target] of Object.entries(columns)) {
      await addFunction(db, { column, target }, 'workspace_id = new.workspace_id or workspace_id is null');
      await addTrigger(db, { table, column, watched: `workspace_id, ${column}`, by: `prove_${column}` });
    }
  }
}

async function proveOfCatalogue(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of Object.entries(OF_CATALOGUE)) {
    const by = `prove_catalogue_${column}`;
    await addFunction(db, { column, target: 'compliance_items', by }, 'workspace_id is null');
    await addTrigger(db, { table, column, watched: column, by });
  }
}

/** Names are those of columns, so that the statement inside is planned once a session. */
async function addFunction(
  db: Kysely<unknown>,
  { column, target, by = `prove_${column}` }: { column: string; target: string; by?: string },
  isSeen: string,
): Promise<void> {
  await sql`
    create or replace function ${sql.ref(by)}() returns trigger language plpgsql as $$
      begin
        if not exists (
          select from ${sql.table(target)} where id = new.${sql.ref(column)} and (${sql.raw(isSeen)})
        ) then
          perform refuse_foreign(tg_table_name, tg_name);
        end if;
        return null;
      end
    $$`.execute(db);
}

async function addTrigger(
  db: Kysely<unknown>,
  { table, column, watched, by }: { table: string; column: string; watched: string; by: string },
): Promise<void> {
  // After the insertion: one that turns into an update of what is there, as most statuses do, costs nothing.
  await sql`
    create trigger ${sql.ref(`tenancy_${column}`)} after insert or update of ${sql.raw(watched)} on ${sql.table(table)}
      for each row when (new.${sql.ref(column)} is not null) execute function ${sql.ref(by)}()`.execute(db);
}

/** Acts that are named without a foreign key: those that are there are of the workspace or of the catalogue. */
async function proveActs(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function prove_named_act() returns trigger language plpgsql as $$
      begin
        if exists (select from acts where id = new.act_id and workspace_id <> new.workspace_id) then
          perform refuse_foreign(tg_table_name, tg_name);
        end if;
        return null;
      end
    $$;
    create function prove_named_acts() returns trigger language plpgsql as $$
      begin
        if exists (select from acts where id = any (new.acts) and workspace_id <> new.workspace_id) then
          perform refuse_foreign(tg_table_name, tg_name);
        end if;
        return null;
      end
    $$;
    create trigger tenancy_act_id after insert or update of workspace_id, act_id on event_duties
      for each row when (new.act_id is not null) execute function prove_named_act();
    create trigger tenancy_acts after insert or update of workspace_id, acts on memberships
      for each row when (new.acts is not null) execute function prove_named_acts();
    create trigger tenancy_acts after insert or update of workspace_id, acts on invitations
      for each row when (new.acts is not null) execute function prove_named_acts();
  `.execute(db);
}

/**
 * Foreign keys that contain the workspace. They are asked for at the end of a transaction: evidence moves with its file
 * to another company of the same person, and of a revision that comes with its original either may be written first.
 */
async function proveOfWorkspace(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unique index files_key_of_workspace on files (id, workspace_id);
    drop index evidence_by_file, prepared_files_by_file;
    create index evidence_by_file on evidence (file_id, workspace_id) where file_id is not null;
    create index prepared_files_by_file on prepared_files (file_id, workspace_id) where file_id is not null;
    create index evidence_by_original on evidence (workspace_id, replaces) where replaces is not null;
    create index checks_by_former on checks (workspace_id, again_of) where again_of is not null;
    alter table evidence
      drop constraint evidence_file_id_fkey,
      add constraint evidence_file foreign key (file_id, workspace_id) references files (id, workspace_id)
        on delete set null (file_id) deferrable initially deferred,
      add constraint evidence_original foreign key (replaces, workspace_id) references evidence (id, workspace_id)
        deferrable initially deferred,
      add constraint evidence_revision foreign key (replaced_by, workspace_id) references evidence (id, workspace_id)
        deferrable initially deferred;
    alter table prepared_files
      drop constraint prepared_files_file_id_fkey,
      add constraint prepared_files_file foreign key (file_id, workspace_id) references files (id, workspace_id)
        on delete set null (file_id) deferrable initially deferred;
    alter table checks
      add constraint checks_former foreign key (again_of, workspace_id) references checks (id, workspace_id)
        deferrable initially deferred;
  `.execute(db);
}
