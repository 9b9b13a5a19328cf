import { type Kysely, sql } from 'kysely';

/**
 * Records of duties are checked and taken back as those of items are. A row of `checks` is about a day of an item or
 * about a duty; a duty carries what waits or came back (`checking`) and since when it is done with, as a day's entry does.
 * What takes a record back is a record of its own that names it, as records of duties are only ever added.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await checkDuties(db);
  await announceChecks(db);
  await addToRecords(db);
  await keepPlaces(db);
}

/** An establishment that is deleted leaves its events nowhere; those of a headcount are compared by where they were. */
async function keepPlaces(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events add column place_id uuid;
    comment on column events.place_id is 'the establishment that it was recorded at, also once that is deleted';
    alter table events disable trigger user;
    update events set place_id = establishment_id where establishment_id is not null;
    alter table events enable trigger user;
    create index events_of_limits on events (workspace_id, happened_at) where kind = 'threshold';
  `.execute(db);
}

async function checkDuties(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table checks
      alter column compliance_item_id drop not null,
      alter column day drop not null,
      add column duty_id uuid,
      add column seen_by uuid[],
      add constraint checks_duty foreign key (duty_id, workspace_id)
        references event_duties (id, workspace_id) on delete cascade,
      add constraint checks_about check ((duty_id is null) = (compliance_item_id is not null)
        and (duty_id is null) = (day is not null) and (duty_id is null or registration_id is null)),
      add constraint checks_seen_by check (seen_by is null or duty_id is not null);
    comment on column checks.duty_id is 'the duty of an event that it is about; null where it is about a day of an item';
    comment on column checks.seen_by is 'who sees it, of a restricted event; null where everybody does';
    drop index checks_waiting_of_day;
    create unique index checks_waiting_of_day on checks (workspace_id, compliance_item_id, day, registration_id)
      nulls not distinct where outcome is null and duty_id is null;
    create unique index checks_waiting_of_duty on checks (workspace_id, duty_id)
      where outcome is null and duty_id is not null;
    create index checks_of_duty on checks (workspace_id, duty_id, made_at) where duty_id is not null;

    alter table event_duties add column checking jsonb, add column settled_at timestamptz;
    comment on column event_duties.checking is
      'the newest record as long as it waits for its check, or came back from it: what the row of checks says';
    comment on column event_duties.settled_at is 'since when it is done, not to be done or not applicable';
    create index event_duties_settled on event_duties (workspace_id, due_day) where settled_at is not null;
    create index events_restricted on events (workspace_id) where visibility = 'named';
  `.execute(db);
}

/** Of who checks a complaint nobody hears but that something of events changed, as of all else that is done with it. */
async function announceChecks(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger announce on checks;
    create trigger announce after insert or update on checks for each row
      when (new.duty_id is null) execute function announce_workspace_change('tracker');
    create trigger announce_deleted after delete on checks for each row
      when (old.duty_id is null) execute function announce_workspace_change('tracker');
    create trigger announce_of_duty after insert or update on checks for each row
      when (new.duty_id is not null) execute function announce_workspace_change('events');
  `.execute(db);
}

async function addToRecords(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table event_duty_records
      add column takes_back uuid,
      add column no_evidence_reason text,
      add column responsible_id uuid, add column deputy_id uuid, add column checker_id uuid,
      add column checked_by uuid, add column checked_at timestamptz,
      add column check_note text, add column check_instead text,
      drop constraint event_duty_records_status_check,
      add constraint event_duty_records_status check (case when takes_back is null
        then status in ('done', 'not-done', 'not-to-do', 'on-hold', 'not-applicable', 'pending') else status = 'NOTE' end),
      add constraint event_duty_records_taken_back foreign key (takes_back, workspace_id)
        references event_duty_records (id, workspace_id) on delete cascade,
      add constraint event_duty_records_checked check ((checked_by is null) = (checked_at is null)
        and (checked_by is null or check_note is not null)),
      add constraint event_duty_records_not_checked_by_author check (checked_by is null
        or (checked_by is distinct from updated_by and checked_by is distinct from impersonator_id));
    create unique index event_duty_records_taken_back_once on event_duty_records (workspace_id, takes_back)
      where takes_back is not null;
    comment on column event_duty_records.takes_back is 'of a note that takes a record back: that record';
    comment on column event_duty_records.responsible_id is 'the assignment that counted, as opaque ids';

    -- Nothing that a screen shows changes by it, so nobody is told.
    alter table event_duties disable trigger user;
    update event_duties duty set settled_at = (
        select min(created_at) from event_duty_records record
        where record.workspace_id = duty.workspace_id and record.duty_id = duty.id
          and record.status in ('done', 'not-to-do', 'not-applicable')
          and not exists (
            select from event_duty_records later
            where later.workspace_id = duty.workspace_id and later.duty_id = duty.id
              and later.status in ('not-done', 'on-hold', 'pending') and later.id > record.id))
      where recorded in ('done', 'not-to-do', 'not-applicable');
    alter table event_duties enable trigger user;
  `.execute(db);
}
