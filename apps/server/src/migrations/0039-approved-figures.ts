import { type Kysely, sql } from 'kysely';

/**
 * What an approval stood on beside the record's own words: payments and submissions. Whoever changes or deletes one lets
 * the record wait again in the same transaction; the database refuses a transaction that doesn't (decision 42).
 *
 * A record that waits again is a new row of `checks`, which keeps who made the former one and who changed what it stood
 * on: nobody of them checks it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table checks
      add column again_of uuid,
      add column settled_from timestamptz,
      add column changed_by uuid[] not null default '{}',
      drop constraint nobody_checks_themselves,
      add constraint nobody_checks_themselves check (
        not ((array[author_id, impersonator_id, in_name_of] || changed_by)
          && array[decided_by, decider_impersonator_id]));
    comment on column checks.again_of is 'the approved record that this one says again, because something changed';
    comment on column checks.settled_from is 'of such a record: when the first of them was made';
    comment on column checks.changed_by is 'everybody who changed what a former approval stood on: opaque ids';

    create table approved_figures (
      workspace_id uuid not null,
      thing_id uuid not null,
      record_id uuid not null,
      kind text not null check (kind in ('payment-date', 'submission-date')),
      figure text not null,
      primary key (workspace_id, thing_id, record_id),
      foreign key (workspace_id, record_id) references checks on delete cascade
    );
    create index approved_figures_of_record on approved_figures (workspace_id, record_id);
    comment on table approved_figures is 'what a checker approved with a record, as it was then';
    comment on column approved_figures.thing_id is 'the payment or submission, which may be gone since';

    -- The records that were approved with a payment or submission and not put aside since, the newest first. Those that
    -- something newer hides are among them: they would count again when that one is taken back.
    create function records_standing_on(workspace uuid, thing uuid) returns setof uuid language sql stable as $$
      select record.id
      from approved_figures figure join status_records record
        on (record.workspace_id, record.id) = (figure.workspace_id, figure.record_id)
      where figure.workspace_id = workspace and figure.thing_id = thing and record.counterpart is null
      order by record.created_at desc, record.id desc
    $$;
    create function hold_approved_figure() returns trigger language plpgsql as $$
      begin
        if exists (select from records_standing_on(old.workspace_id, old.id)) then
          raise exception 'an approved record stands on row % of %', old.id, tg_table_name
            using errcode = 'integrity_constraint_violation';
        end if;
        return null;
      end
    $$;
  `.execute(db);
  await holdFigures(db, 'payment_dates', 'day, amount_paise');
  await holdFigures(db, 'submission_dates', 'day');
  await bindApproved(db);
}

/** Refuses what changes or deletes a figure of an approved record and doesn't let that one wait again. */
async function holdFigures(db: Kysely<unknown>, table: string, figures: string): Promise<void> {
  await sql`
    create constraint trigger approved after delete or update of ${sql.raw(figures)} on ${sql.table(table)}
      deferrable initially deferred for each row execute function hold_approved_figure()
  `.execute(db);
}

/** What was approved before stands on the payment that its filing run made. */
async function bindApproved(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into approved_figures (workspace_id, thing_id, record_id, kind, figure)
    select payment.workspace_id, payment.id, record.id, 'payment-date', payment.day || ' ' || amount_paise
    from checks record join payment_dates payment using (workspace_id, compliance_item_id)
    where outcome = 'approved' and payment.day = left(filing ->> 'paidOn', 10)::date
      and amount_paise = round((filing ->> 'amount')::numeric * 100)
  `.execute(db);
}
