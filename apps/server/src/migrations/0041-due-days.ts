import { type Kysely, sql } from 'kysely';

/**
 * What moves an item's days beside its schedule: yearly exceptions and a rule about holidays, which are the catalogue's,
 * and the company's own days and holidays. Everything recorded stays under the nominal day, so nothing is moved here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table compliance_items
      add column exceptions jsonb not null default '[]',
      add column holiday_rule text check (holiday_rule in ('next-working-day')),
      add column latest_after integer check (latest_after >= 0);
    comment on column compliance_items.exceptions is
      'occurrences that fall due on another day every year, as month and day: [{of, on}]';
    comment on column compliance_items.latest_after is
      'days after the legal day that the law leaves to the company; null: it names no latest day';

    create table company_days (
      workspace_id uuid not null references workspaces on delete cascade,
      compliance_item_id uuid not null references compliance_items on delete cascade,
      day date not null,
      company_day date not null check (abs(company_day - day) <= 180),
      set_by uuid not null,
      set_at timestamptz not null default now(),
      primary key (workspace_id, compliance_item_id, day)
    );
    create index company_days_by_item on company_days (compliance_item_id);
    comment on table company_days is 'the days by which a company wants to be done with occurrences';
    comment on column company_days.day is 'the nominal day';
    comment on column company_days.set_by is 'a user''s id, which stays when the user is erased';

    create table holidays (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      day date not null,
      name text not null check (name <> ''),
      created_at timestamptz not null default now(),
      primary key (workspace_id, id)
    );
    create unique index holidays_one_a_day on holidays (workspace_id, day);
    comment on table holidays is 'a company''s own days off, beside those that everybody has';
  `.execute(db);
  for (const table of ['company_days', 'holidays']) {
    await sql`
      create trigger announce after insert or update or delete on ${sql.table(table)}
        for each row execute function announce_workspace_change('tracker');
      create trigger version_emptied after truncate on ${sql.table(table)}
        for each statement execute function announce_emptied_table();
    `.execute(db);
  }
}
