import { type Kysely, sql } from 'kysely';

/** The subject of the catalogue's version, as SQL. */
const CATALOGUE = "'00000000-0000-0000-0000-000000000000'";

/** The tables that decide which items apply to a company, on which days and to whom, with what their rows announce. */
const SETTINGS = {
  ...{ companies: 'companies', company_states: 'companies' },
  ...{ establishments: 'tracker', facts: 'tracker', exclusions: 'tracker', assignments: 'tracker' },
  ...{ company_days: 'tracker', met_extensions: 'tracker' },
};

/** The body that stamps one of a subject's slots that nobody holds, or adds one: as migration 0024 has it, of some slots. */
function raise(ofSlots: string, sign: '' | '-1 - '): string {
  return `
      begin
        update versions set stamp = ${sign}(random() * 9e18)::bigint
        where subject_id = subject and slot = (
          select slot from versions where subject_id = subject and ${ofSlots} limit 1 for update skip locked);
        if not found then
          -- What is deleted with a workspace is announced after it is gone, and gone it needs no version.
          insert into versions
            select subject, ${sign}(random() * 2e9)::integer, ${sign}(random() * 9e18)::bigint
            where subject = ${CATALOGUE} or exists (select from workspaces where id = subject)
            on conflict (subject_id, slot) do update set stamp = excluded.stamp;
        end if;
        return true;
      end`;
}

/**
 * What a company has set has a version of its own among the slots of its workspace: those below zero. All slots together
 * are the workspace's version, as before, so that a change stamps one slot and no more. Functions keep their identity:
 * connections of an older release have plans that name them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function raise_version(subject uuid) returns boolean language plpgsql as $$
      ${sql.raw(raise('slot >= 0', ''))}
    $$;
    create function raise_settings_version(subject uuid) returns boolean language plpgsql as $$
      ${sql.raw(raise('slot < 0', '-1 - '))}
    $$;
    comment on column versions.slot is 'below zero, as its stamp: of the settings, a part of what a workspace has';

    create function announce_settings_change() returns trigger language plpgsql as $$
      declare
        changed uuid := coalesce(new.workspace_id, old.workspace_id);
        what text := 'settings ' || tg_argv[0] || ' ' || changed;
      begin
        if current_setting('anupalan.announced', true) is distinct from what then
          perform set_config('anupalan.announced', what, true);
          perform pg_notify('live', json_build_object('kind', tg_argv[0], 'workspace', changed)::text);
          perform raise_settings_version(changed);
        end if;
        if tg_op = 'UPDATE' and old.workspace_id <> new.workspace_id then
          perform raise_settings_version(old.workspace_id);
        end if;
        return null;
      end
    $$;

    create or replace function announce_membership() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          perform pg_notify('live', json_build_object(
            'kind', 'members', 'workspace', old.workspace_id, 'user', old.user_id, 'left', true)::text);
          perform raise_settings_version(old.workspace_id);
        else
          perform pg_notify('live', json_build_object(
            'kind', 'members', 'workspace', new.workspace_id, 'user', new.user_id)::text);
          perform raise_settings_version(new.workspace_id);
        end if;
        return null;
      end
    $$;
    drop trigger announce on memberships;
    create trigger announce after insert or delete or update of
      workspace_id, user_id, role, until, acts, from_day, to_day, company_id on memberships
      for each row execute function announce_membership();

    create or replace function announce_own_or_catalogue() returns trigger language plpgsql as $$
      declare
        owner uuid;
        what text;
        done text;
      begin
        if tg_table_name = 'compliance_values' then
          select workspace_id into owner from compliance_items
            where id = coalesce(new.compliance_item_id, old.compliance_item_id);
          -- Values that go with their item are announced with it.
          if not found then
            return null;
          end if;
        else
          owner := coalesce(new.workspace_id, old.workspace_id);
        end if;
        what := coalesce('registrations ' || owner, 'catalogue');
        if current_setting('anupalan.announced', true) is distinct from 'settings ' || what then
          done := set_config('anupalan.announced', 'settings ' || what, true);
          if owner is null then
            perform pg_notify('catalogue', '');
            done := raise_version(${sql.raw(CATALOGUE)});
          else
            perform pg_notify('live', json_build_object('kind', 'registrations', 'workspace', owner)::text);
            done := raise_settings_version(owner);
          end if;
        end if;
        return null;
      end
    $$;

    insert into versions select id, -1 - (random() * 2e9)::integer, -1 - (random() * 9e18)::bigint from workspaces;
  `.execute(db);
  for (const [table, kind] of Object.entries(SETTINGS)) {
    await sql`
      drop trigger announce on ${sql.table(table)};
      create trigger announce after insert or update or delete on ${sql.table(table)}
        for each row execute function announce_settings_change(${sql.lit(kind)})`.execute(db);
  }
}
