import { type Kysely, sql } from 'kysely';

/**
 * A change of the law keeps whom its item was for before and after, so that each company can be told what it means for
 * that company; administrators' changes are changes, too. Records of duties say what was filed, as those of items do.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table law_changes
      alter column edition drop not null,
      add column reach_was jsonb,
      add column reach_now jsonb,
      drop constraint law_changes_change_check,
      add constraint law_changes_change_check check (change in
        ('added', 'ended', 'merged', 'moved', 'reach-changed', 'rate-changed', 'stage-changed')),
      add constraint law_changes_reach check (change <> 'reach-changed'
        or (reach_was is not null and reach_now is not null));
    comment on table law_changes is
      'what editions changed after the first that was loaded here, and what administrators changed of items';
    comment on column law_changes.edition is 'null of what an administrator changed';
    comment on column law_changes.reach_was is
      'whom the item was for: state, headcount, conditions; both are null of what is about no item, or was kept without';

    alter table event_duty_records
      add column filing jsonb,
      add constraint event_duty_records_filing check (filing is null or status = 'done');
    comment on column event_duty_records.filing is 'what was filed: filedOn, an ISO day at midnight UTC';
    alter table event_duties add column filed_on date;
    comment on column event_duties.filed_on is 'the day on which it was filed, where the record by which it is done says so';
  `.execute(db);
}
