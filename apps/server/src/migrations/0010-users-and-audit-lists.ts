import { type Kysely, sql } from 'kysely';

/** What lets the lists of users and of the audit log answer at the cost of one page, however many there are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index users_newest_by_role on users (role, created_at desc, id desc);
    create index users_newest_by_status on users (status, created_at desc, id desc);
    create index users_newest_by_role_and_status on users (role, status, created_at desc, id desc);

    create index audit_log_by_impersonator on audit_log (impersonator_id, at desc) where impersonator_id is not null;
    create index audit_log_by_subject_kind on audit_log (subject_kind, at desc, id desc);

    create table user_tallies (
      role text not null,
      status text not null,
      users bigint not null
    );
    comment on table user_tallies is
      'how many users there are, as differences to be summed: nobody waits for the row of somebody else''s sign-up';
    insert into user_tallies select role, status, count(*) from users group by role, status;

    create function tally_added_users() returns trigger language plpgsql as $$
      begin
        insert into user_tallies select role, status, count(*) from added group by role, status;
        return null;
      end
    $$;
    create function tally_removed_users() returns trigger language plpgsql as $$
      begin
        insert into user_tallies select role, status, -count(*) from removed group by role, status;
        return null;
      end
    $$;
    create function tally_changed_users() returns trigger language plpgsql as $$
      begin
        insert into user_tallies
          select role, status, sum(users) from (
            select role, status, 1 as users from added union all select role, status, -1 from removed
          ) difference
          group by role, status having sum(users) <> 0;
        return null;
      end
    $$;
    create function tally_no_users() returns trigger language plpgsql as $$
      begin
        delete from user_tallies;
        return null;
      end
    $$;
    create trigger tally_added after insert on users referencing new table as added
      for each statement execute function tally_added_users();
    create trigger tally_removed after delete on users referencing old table as removed
      for each statement execute function tally_removed_users();
    create trigger tally_changed after update on users referencing old table as removed new table as added
      for each statement execute function tally_changed_users();
    create trigger tally_truncated after truncate on users
      for each statement execute function tally_no_users();
  `.execute(db);
}
