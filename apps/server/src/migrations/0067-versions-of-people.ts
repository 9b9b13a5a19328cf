import { type Kysely, sql } from 'kysely';

/**
 * A person has a version too, which is another one after every transaction that changed what the sessions of their calls
 * say of them: their role, their status, what they are in which company, whether they have a passkey. Unlike a workspace
 * without one, a person without a version is nobody of whom anything may be kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function raise_person_version(subject uuid) returns boolean language plpgsql as $$
      begin
        update versions set stamp = (random() * 9e18)::bigint
        where subject_id = subject and slot = (
          select slot from versions where subject_id = subject limit 1 for update skip locked);
        if not found then
          insert into versions
            select subject, (random() * 2e9)::integer, (random() * 9e18)::bigint
            where exists (select from users where id = subject)
            on conflict (subject_id, slot) do update set stamp = excluded.stamp;
        end if;
        return true;
      end
    $$;

    create function follow_person() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          perform raise_person_version(old.user_id);
        end if;
        if tg_op = 'INSERT' or tg_op = 'UPDATE' and old.user_id <> new.user_id then
          perform raise_person_version(new.user_id);
        end if;
        return null;
      end
    $$;
    create trigger person after insert or update or delete on memberships
      for each row execute function follow_person();
    create trigger person after insert or delete or update of user_id on passkeys
      for each row execute function follow_person();

    create function follow_user() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
          perform raise_person_version(new.id);
          return null;
        end if;
        -- This waits for nobody: a slot that is just being stamped may stay behind. Its person's sessions are gone.
        delete from versions where subject_id = old.id and slot in (
          select slot from versions where subject_id = old.id for update skip locked);
        return null;
      end
    $$;
    create trigger person after delete or update of role, status, password_change on users
      for each row execute function follow_user();

    -- Nothing may be kept of anybody then, until something of them changes.
    create function forget_versions_of_people() returns trigger language plpgsql as $$
      begin
        delete from versions where subject_id in (select id from users);
        return null;
      end
    $$;
    create trigger person_emptied after truncate on memberships
      for each statement execute function forget_versions_of_people();
    create trigger person_emptied after truncate on passkeys
      for each statement execute function forget_versions_of_people();

    insert into versions select id, (random() * 2e9)::integer, (random() * 9e18)::bigint from users;
  `.execute(db);
}
