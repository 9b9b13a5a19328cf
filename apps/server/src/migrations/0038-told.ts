import { type Kysely, sql } from 'kysely';

/**
 * The bell of a company tells its people of each other: what was decided about their records and what they were assigned
 * is found by an index of its own. And e-mail and phone of a company that somebody made for others take nobody's part in
 * uniqueness until one whose address it is owns it. Such companies are as old as the release before, so that the log
 * still has each.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index checks_decided_by_author on checks (workspace_id, author_id, decided_at desc)
      where outcome in ('approved', 'returned');
    create index activity_assigned on activity (workspace_id, at desc) where what = 'assignments.change';

    alter table companies add column contact text not null default 'counts'
      check (contact in ('counts', 'further', 'handed-over'));
    comment on column companies.contact is
      'whether e-mail and phone are unique: further companies count once an owner whose e-mail it is took them over';
    update companies set contact = case
        when exists (select from activity a where a.workspace_id = companies.workspace_id and what = 'handovers.accept')
        then 'handed-over' else 'further' end
      where id in (select subject_id from audit_log where action = 'companies.create');
    drop index companies_company_email_key;
    drop index companies_company_phone_key;
    create unique index companies_company_email_key on companies (company_email)
      where confirmed and contact = 'counts' and company_email <> '';
    create unique index companies_company_phone_key on companies (company_phone)
      where confirmed and contact = 'counts' and company_phone <> '';
  `.execute(db);
}
