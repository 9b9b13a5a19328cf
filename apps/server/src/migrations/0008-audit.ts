import { type Kysely, sql } from 'kysely';

/** Who did what to whom and when. Actors are bare ids: erasing a person leaves no personal data here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_log (
      id uuid primary key,
      at timestamptz not null default clock_timestamp(),
      actor_id uuid,
      impersonator_id uuid,
      action text not null,
      subject_kind text not null,
      subject_id uuid,
      details jsonb not null default '{}'
    );
    create index audit_log_newest on audit_log (at desc, id desc);
    create index audit_log_by_actor on audit_log (actor_id, at desc);
    create index audit_log_by_subject on audit_log (subject_id, at desc);
    create index audit_log_by_action on audit_log (action, at desc);
    create trigger append_only before update or delete on audit_log
      for each row execute function refuse_change();
    create trigger append_only_truncate before truncate on audit_log
      for each statement execute function refuse_change();
  `.execute(db);
}
