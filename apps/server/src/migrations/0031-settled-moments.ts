import { type Kysely, sql } from 'kysely';

/**
 * The moment since which an entry is settled, from which the on-time rate of a company follows. It is there as long as
 * the entry is settled, whichever statement wrote it; who knows of another moment than that of the write says it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table status_records add column filing jsonb;
    alter table checks add column filing jsonb;
    comment on column status_records.filing is 'what was filed: number, filedOn, amount in rupees, paidOn, nil; none of them alone';

    alter table status_entries add column settled_at timestamptz;
    comment on column status_entries.settled_at is
      'since when it is done, not to be done or not applicable; null while it is not: kept by a trigger';

    -- Nothing that a screen shows changes by it, so nobody is told.
    alter table status_entries disable trigger user;
    update status_entries entry set settled_at = coalesce((
        select min(created_at) from status_records record
        where (record.workspace_id, record.compliance_item_id, record.day)
            = (entry.workspace_id, entry.compliance_item_id, entry.day)
          and record.status in ('done', 'not-to-do', 'not-applicable')
          and not exists (
            select from status_records later
            where (later.workspace_id, later.compliance_item_id, later.day)
                = (entry.workspace_id, entry.compliance_item_id, entry.day)
              and later.status in ('not-done', 'on-hold', 'pending')
              and (later.created_at, later.id) > (record.created_at, record.id))), updated_at)
      where current_status in ('done', 'not-to-do', 'not-applicable');
    alter table status_entries enable trigger user;

    create function keep_settled_at() returns trigger language plpgsql as $$
      begin
        new.settled_at := case
          when new.current_status in ('done', 'not-to-do', 'not-applicable')
          then coalesce(new.settled_at, new.updated_at) end;
        return new;
      end
    $$;
    create trigger settled before insert or update of current_status on status_entries
      for each row execute function keep_settled_at();
  `.execute(db);
}
