import type { AwayChange } from '@anupalan/contract/people/assignments';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { IS_CURRENT } from '../../identity/members/membership.ts';
import type { Session } from '../../identity/sessions.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { recordActivity } from '../activity/commands.ts';

/** Says from when to when somebody is away, in all their companies; without days they are there (R-checks-15). */
export function changeAway(db: Kysely<DB>, session: Session, { from, to }: AwayChange): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set({ away_from: from?.slice(0, 10) ?? null, away_to: to?.slice(0, 10) ?? null })
      .where('id', '=', session.userId)
      .execute();
    const about = { userId: session.userId, ...(from !== null && { from }), until: to };
    const companies = await trx
      .selectFrom('memberships as m')
      .select('workspace_id as workspaceId')
      .where('m.user_id', '=', session.userId)
      .where('m.company_id', 'is not', null)
      .where(sql.raw<SqlBool>(IS_CURRENT))
      .orderBy('m.workspace_id')
      .execute();
    for (const { workspaceId } of companies) {
      await recordActivity(trx, { ...session, workspaceId }, { what: 'away.change', about });
    }
  });
}
