import { type Kysely, sql } from 'kysely';

/** Private addresses at which calendars read what is due: of a person in all their companies, or of one company. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table calendar_feeds (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      workspace_id uuid,
      kind text not null check (kind in ('person', 'company')),
      token_hash bytea not null constraint calendar_feeds_token unique,
      created_at timestamptz not null default now(),
      read_at timestamptz,
      constraint calendar_feeds_of_company check ((kind = 'company') = (workspace_id is not null)),
      -- With the membership ends what it let somebody see.
      foreign key (workspace_id, user_id) references memberships on delete cascade
    );
    create index calendar_feeds_by_user on calendar_feeds (user_id, id);
    create index calendar_feeds_by_membership on calendar_feeds (workspace_id, user_id);
    comment on column calendar_feeds.workspace_id is 'the company that it is of; null: all in which the person is';
    comment on column calendar_feeds.read_at is 'when a calendar read it last, noted once a day';

    -- Whoever may sign in again after a suspension makes new addresses: the old ones may be anywhere by then.
    create function end_calendar_feeds() returns trigger language plpgsql as $$
      begin
        delete from calendar_feeds where user_id = new.id;
        return null;
      end
    $$;
    create trigger end_calendar_feeds after update of status on users
      for each row when (new.status = 'suspended') execute function end_calendar_feeds();
  `.execute(db);
}
