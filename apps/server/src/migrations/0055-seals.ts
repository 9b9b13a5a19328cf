import { type Kysely, sql } from 'kysely';

/**
 * Seals of what the people of a company did (decision 62). Rows that are sealed carry the transaction that wrote them:
 * those of transactions that have ended are found by it, in whichever order they ended. What is there already has none,
 * and is found by looking through everything once (`sealing.sweeps_after`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addSeals(db);
  await markWrites(db);
  await markEvidence(db);
}

async function addSeals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table seals (
      workspace_id uuid not null references workspaces on delete cascade,
      number integer not null check (number > 0),
      body text not null,
      head bytea not null check (length(head) = 32),
      signature bytea not null check (length(signature) = 64),
      at timestamptz not null,
      count integer not null check (count > 0),
      primary key (workspace_id, number)
    );
    comment on table seals is 'batches of events of a company, each signed and naming the one before it';
    comment on column seals.body is 'the canonical seal, as it was signed (docs/topics/proof.md)';
    comment on column seals.head is 'its hash, which stands for everything until then';

    create table sealed_events (
      workspace_id uuid not null,
      seal integer not null,
      position integer not null check (position >= 0),
      source text not null check (source ~ '^[a-z-]+$'),
      event_id uuid not null,
      body text not null,
      leaf bytea not null check (length(leaf) = 32),
      salts jsonb not null,
      removed jsonb not null default '{}',
      primary key (workspace_id, seal, position),
      foreign key (workspace_id, seal) references seals on delete cascade,
      constraint sealed_events_once unique (workspace_id, source, event_id)
    );
    comment on table sealed_events is 'events of a company in the order in which they were sealed, without their contents';
    comment on column sealed_events.body is 'the canonical event, whose hash is the leaf';
    comment on column sealed_events.salts is 'the salts of its contents, by their names; a content that was removed has none';
    comment on column sealed_events.removed is 'contents that were changed or deleted, each with the event that says so';

    -- Salts and what was removed are all that may change; the row goes with its company, by way of its seal.
    create trigger append_only before update or delete on seals
      for each row execute function refuse_change_of_activity();
    create trigger append_only_truncate before truncate on seals
      for each statement execute function refuse_change();
    create trigger keeps_leaves before delete or update of workspace_id, seal, position, source, event_id, body, leaf
      on sealed_events for each row execute function refuse_change_of_activity();
    create trigger keeps_leaves_truncate before truncate on sealed_events
      for each statement execute function refuse_change();

    create table sealing (
      only_row boolean primary key default true check (only_row),
      cluster text,
      horizon bigint not null default 0,
      sweeps_after uuid
    );
    comment on table sealing is 'how far the sealing has come, over all companies';
    comment on column sealing.cluster is 'the database cluster that the numbers of transactions are of';
    comment on column sealing.horizon is 'all transactions before it had ended, and what they wrote is sealed';
    comment on column sealing.sweeps_after is
      'the last workspace that was looked through whole, where that is still under way';
    insert into sealing default values;
  `.execute(db);
}

/** A row that was written before has no number; the default is that of the transaction, whichever statement inserts. */
async function markWrites(db: Kysely<unknown>): Promise<void> {
  for (const table of ['activity', 'status_records', 'event_duty_records', 'payment_dates', 'submission_dates']) {
    await sql`
      alter table ${sql.table(table)} add column written_in bigint;
      alter table ${sql.table(table)} alter column written_in set default pg_current_xact_id()::text::bigint;
      comment on column ${sql.ref(`${table}.written_in`)} is
        'the number of the transaction that wrote the row, by which what was committed late is found';
      create index ${sql.ref(`${table}_written`)} on ${sql.table(table)}
        using brin (written_in) with (pages_per_range = 16, autosummarize = on);
      analyze ${sql.table(table)} (written_in);
    `.execute(db);
  }
}

/** Evidence is an event when it is attached, and another one when it is removed, long after its row was written. */
async function markEvidence(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table evidence add column written_in bigint;
    comment on column evidence.written_in is
      'the number of the transaction that attached or removed it, by which what was committed late is found';
    create function mark_write() returns trigger language plpgsql as $$
      begin
        new.written_in = pg_current_xact_id()::text::bigint;
        return new;
      end
    $$;
    create trigger mark_write before insert or update of subject_id, removed_at on evidence
      for each row execute function mark_write();
    create index evidence_written on evidence (written_in) where subject_id is not null;
  `.execute(db);
}
