import { type Kysely, sql } from 'kysely';

/**
 * Every write that a screen may be showing is announced on the channel `live` when it commits. PostgreSQL tells the same
 * announcement of one transaction once, so writing many rows costs little more than writing them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function announce_workspace_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('live', json_build_object(
          'kind', tg_argv[0],
          'workspace', coalesce(new.workspace_id, old.workspace_id))::text);
        return null;
      end
    $$;
    create trigger announce after insert or update or delete on status_entries
      for each row execute function announce_workspace_change('tracker');
    create trigger announce after insert or update or delete on status_records
      for each row execute function announce_workspace_change('tracker');
    create trigger announce after insert or update or delete on custom_reminders
      for each row execute function announce_workspace_change('tracker');
    create trigger announce after insert or update or delete on payment_dates
      for each row execute function announce_workspace_change('tracker');
    create trigger announce after insert or update or delete on submission_dates
      for each row execute function announce_workspace_change('tracker');
    create trigger announce after insert or update or delete on companies
      for each row execute function announce_workspace_change('companies');
    create trigger announce after insert or update or delete on company_states
      for each row execute function announce_workspace_change('companies');

    create function announce_user_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('live', json_build_object(
          'kind', 'users',
          'workspace', coalesce(new.workspace_id, old.workspace_id),
          'user', coalesce(new.id, old.id))::text);
        return null;
      end
    $$;
    create trigger announce after insert or delete or update of
      workspace_id, first_name, last_name, primary_email, personal_phone, role, status on users
      for each row execute function announce_user_change();

    create function announce_session_end() returns trigger language plpgsql as $$
      begin
        perform pg_notify('live', json_build_object('kind', 'sessions', 'user', old.user_id)::text);
        return null;
      end
    $$;
    create trigger announce after delete on sessions
      for each row execute function announce_session_end();
  `.execute(db);
}
