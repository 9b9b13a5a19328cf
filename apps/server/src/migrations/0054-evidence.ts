import { type Kysely, sql } from 'kysely';

/**
 * Files of evidence. A row is staged until it is attached to its subject, which stays its subject for good; a file that is
 * removed, or that another one replaces, stays as a row with its hash, and only its bytes go (decision 61).
 *
 * What a checker approved stands on the files of the record, too: who adds, changes or removes one lets the record wait
 * again in the same transaction, and the database refuses a transaction that doesn't (decision 42).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addEvidence(db);
  await announceEvidence(db);
  await countBytes(db);
  await endStaged(db);
  await bindApproved(db);
}

async function addEvidence(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table evidence (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      subject_kind text
        check (subject_kind in ('record', 'duty', 'payment-date', 'submission-date', 'registration')),
      subject_id uuid,
      item_id uuid references compliance_items on delete cascade,
      day date,
      replaces uuid,
      file_id uuid references files on delete set null,
      name text not null check (name <> ''),
      type text not null,
      media_type text not null,
      size bigint not null check (size > 0),
      sha256 bytea not null check (length(sha256) = 32),
      document_day date,
      number text,
      amount_paise bigint check (amount_paise > 0),
      by uuid not null,
      impersonator uuid,
      at timestamptz not null default clock_timestamp(),
      attached_at timestamptz,
      removed_at timestamptz,
      removed_by uuid,
      removed_impersonator uuid,
      removed_reason text,
      said jsonb,
      primary key (workspace_id, id),
      constraint evidence_attached check ((subject_kind is null) = (subject_id is null)
        and (subject_kind is null) = (attached_at is null)),
      constraint evidence_of_item check ((item_id is not null)
        = coalesce(subject_kind in ('record', 'payment-date', 'submission-date'), false)
        and (item_id is null) = (day is null)),
      constraint evidence_removed check ((removed_at is null) = (removed_by is null)
        and (removed_at is null) = (removed_reason is null) and (removed_at is null or subject_id is not null))
    );
    create unique index evidence_once on evidence (workspace_id, subject_id, sha256)
      where subject_id is not null and removed_at is null;
    create unique index evidence_replaced_once on evidence (workspace_id, replaces)
      where replaces is not null and removed_at is null;
    create index evidence_of_subject on evidence (workspace_id, subject_id, id) where subject_id is not null;
    create index evidence_of_day on evidence (workspace_id, item_id, day) where item_id is not null;
    create index evidence_by_item on evidence (item_id) where item_id is not null;
    create index evidence_by_hash on evidence (workspace_id, sha256);
    create index evidence_by_file on evidence (file_id) where file_id is not null;
    create index evidence_staged on evidence (at) where subject_id is null;
    create index evidence_staged_by on evidence (by, id) where subject_id is null;
    create index evidence_removed_bytes on evidence (removed_at) where removed_at is not null and file_id is not null;
    comment on column evidence.subject_kind is 'what it belongs to; null while it is staged, seen by its uploader alone';
    comment on column evidence.subject_id is 'a record of an item, a duty, a payment, a submission or a registration,
      which may be gone since';
    comment on column evidence.day is 'of a record its occurrence, else the day of the payment or the submission';
    comment on column evidence.replaces is 'the file that it is a revision of';
    comment on column evidence.file_id is 'its bytes; null once they are gone';
    comment on column evidence.by is 'an opaque id, as those of whoever removed it: erasing keeps them';
    comment on column evidence.said is 'what the text of the document says, once somebody asked';

    create table inherited_evidence (
      workspace_id uuid not null,
      record_id uuid not null,
      evidence_id uuid not null,
      primary key (workspace_id, record_id, evidence_id),
      foreign key (workspace_id, evidence_id) references evidence on delete cascade on update cascade
    );
    create index inherited_evidence_of_file on inherited_evidence (workspace_id, evidence_id);
    comment on table inherited_evidence is
      'files of one record that a later one about the same occurrence stands on, too';
  `.execute(db);
}

/** A duty's files are told as what its event has: of a complaint nobody hears more. */
async function announceEvidence(db: Kysely<unknown>): Promise<void> {
  const shown = 'subject_id, removed_at, document_day, number, amount_paise';
  await sql`
    create trigger announce after insert or update of ${sql.raw(shown)} on evidence for each row
      when (new.subject_kind <> 'duty') execute function announce_workspace_change('evidence');
    create trigger announce_deleted after delete on evidence for each row
      when (old.subject_kind <> 'duty') execute function announce_workspace_change('evidence');
    create trigger announce_of_duty after insert or update of ${sql.raw(shown)} on evidence for each row
      when (new.subject_kind = 'duty') execute function announce_workspace_change('events');
    create trigger announce_infected after update of verdict on files for each row
      when (new.verdict = 'infected' and old.verdict <> 'infected' and new.purpose = 'evidence'
        and new.workspace_id is not null)
      execute function announce_workspace_change('evidence');
    create trigger version_emptied after truncate on evidence
      for each statement execute function announce_emptied_table();
  `.execute(db);
}

/** The bytes of a company are counted as its files come and go, so that a limit needs no sum over all of them. */
async function countBytes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table evidence_tallies (
      workspace_id uuid primary key references workspaces on delete cascade,
      bytes bigint not null
    );
    comment on table evidence_tallies is 'bytes of evidence that are kept for a company; kept by a trigger alone';

    create function tally_evidence() returns trigger language plpgsql as $$
      begin
        -- Of two moves crosswise one waits for the other.
        if tg_op = 'UPDATE' and old.workspace_id <> new.workspace_id then
          perform from evidence_tallies where workspace_id in (old.workspace_id, new.workspace_id)
          order by workspace_id for update;
        end if;
        if tg_op <> 'INSERT' and old.file_id is not null then
          update evidence_tallies set bytes = bytes - old.size where workspace_id = old.workspace_id;
        end if;
        if tg_op <> 'DELETE' and new.file_id is not null then
          insert into evidence_tallies as tally (workspace_id, bytes) values (new.workspace_id, new.size)
          on conflict (workspace_id) do update set bytes = tally.bytes + excluded.bytes;
        end if;
        return null;
      end
    $$;
    create trigger tally after insert or delete or update of workspace_id, file_id on evidence
      for each row execute function tally_evidence();

    create function remove_evidence_bytes() returns trigger language plpgsql as $$
      begin
        update files set removed_at = now() where id = old.file_id and removed_at is null;
        return null;
      end
    $$;
    create trigger remove_bytes after delete on evidence
      for each row when (old.file_id is not null) execute function remove_evidence_bytes();
  `.execute(db);
}

/** Staged files end with the membership of who staged them, or when it is a viewer's. */
async function endStaged(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function end_staged_evidence() returns trigger language plpgsql as $$
      begin
        delete from evidence where workspace_id = old.workspace_id and by = old.user_id and subject_id is null;
        return null;
      end
    $$;
    create trigger end_staged_evidence after delete on memberships
      for each row execute function end_staged_evidence();
    create trigger end_staged_evidence_of_viewer after update of role on memberships for each row
      when (new.role = 'viewer' and old.role <> 'viewer') execute function end_staged_evidence();
  `.execute(db);
}

async function bindApproved(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table approved_figures
      drop constraint approved_figures_kind_check,
      add constraint approved_figures_kind check (kind in ('payment-date', 'submission-date', 'evidence'));

    -- Also an approved record by its own id, so that what is added to it is told.
    create or replace function records_standing_on(workspace uuid, thing uuid) returns setof uuid language sql stable as $$
      select id from (
        select record.id, record.created_at
        from approved_figures figure join status_records record
          on (record.workspace_id, record.id) = (figure.workspace_id, figure.record_id)
        where figure.workspace_id = workspace and figure.thing_id = thing and record.counterpart is null
        union
        select record.id, record.created_at from status_records record
        where record.workspace_id = workspace and record.id = thing
          and record.checked_by is not null and record.counterpart is null) standing
      order by created_at desc, id desc
    $$;

    -- The same of duties. All files of a duty belong to what is newest of it: an approved record stands on a new file
    -- unless something newer counts or waits, which is what that file came with.
    create function duty_records_standing_on(workspace uuid, thing uuid) returns setof uuid language sql stable as $$
      with counting as (
        select record.* from event_duty_records record
        where record.workspace_id = workspace and record.takes_back is null
          and (record.duty_id = thing or record.duty_id in (
            select duty_id from approved_figures figure join checks
              on (checks.workspace_id, checks.id) = (figure.workspace_id, figure.record_id)
            where figure.workspace_id = workspace and figure.thing_id = thing))
          and not exists (
            select from event_duty_records note
            where note.workspace_id = workspace and note.takes_back = record.id))
      select id from counting
      where checked_by is not null and (
        id in (select record_id from approved_figures where workspace_id = workspace and thing_id = thing)
        or duty_id = thing and created_at = (select max(created_at) from counting)
          and not exists (
            select from checks where workspace_id = workspace and duty_id = thing and outcome is null))
      order by created_at desc, id desc
    $$;

    create function figure_of_evidence(file evidence) returns text language sql stable as $$
      select concat_ws(' ', encode(file.sha256, 'hex'), file.document_day, file.amount_paise, file.number)
    $$;

    create function hold_approved_evidence() returns trigger language plpgsql as $$
      declare
        held uuid;
      begin
        select id into held from (
          select records_standing_on(new.workspace_id, new.id) union
          select records_standing_on(new.workspace_id, new.subject_id) union
          select records_standing_on(new.workspace_id, new.replaces) union
          select duty_records_standing_on(new.workspace_id, new.id) union
          select duty_records_standing_on(new.workspace_id, new.subject_id) union
          select duty_records_standing_on(new.workspace_id, new.replaces)) standing (id)
        where new.removed_at is not null or not exists (
          select from approved_figures
          where workspace_id = new.workspace_id and thing_id = new.id and record_id = standing.id
            and figure = figure_of_evidence(new))
        limit 1;
        if held is not null then
          raise exception 'approved record % stands on evidence %', held, new.id
            using errcode = 'integrity_constraint_violation';
        end if;
        return null;
      end
    $$;
    create constraint trigger approved after insert or update of subject_id, removed_at, document_day, number, amount_paise
      on evidence deferrable initially deferred for each row when (new.subject_id is not null)
      execute function hold_approved_evidence();
  `.execute(db);
}
