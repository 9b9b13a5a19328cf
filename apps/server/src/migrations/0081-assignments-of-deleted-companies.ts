import { type Kysely, sql } from 'kysely';

/**
 * Deleting a company deletes its memberships one by one, each of which took its person out of the assignments. A second
 * change of the same row asks for the company again, which is gone, so that a company with an assignment of two people
 * could not be deleted. What goes with its company needs no change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function release_assignments() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and not exists (select from workspaces where id = old.workspace_id) then
          return old;
        end if;
        update assignments set
          responsible_id = nullif(responsible_id, old.user_id),
          deputy_id = nullif(deputy_id, old.user_id),
          checker_id = nullif(checker_id, old.user_id),
          checker_gone = checker_gone or checker_id is not distinct from old.user_id
        where workspace_id = old.workspace_id and old.user_id in (responsible_id, deputy_id, checker_id);
        update checks set waits_for = null, reason = 'gone'
        where workspace_id = old.workspace_id and waits_for = old.user_id and outcome is null;
        return old;
      end
    $$;
  `.execute(db);
}
