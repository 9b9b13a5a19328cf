import { NO_MEMBER } from '@anupalan/domain/permissions/no-member';
import type { Action } from '@anupalan/domain/permissions/table';
import type { Transaction } from 'kysely';
import { holdMembership } from '../../identity/members/membership.ts';
import { holdSession } from '../../identity/read-session.ts';
import { requireCallPermission, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { actForCall } from '../tracker/act-for-call.ts';
import type { Acting } from '../tracker/commands.ts';

/** Who makes a call of many: as it began, and in a transaction, until the end of which nobody ends or changes it. */
export interface CallerOfMany {
  readonly begun: Acting;
  /** @throws AppError for who may not any more */
  readonly hold: (trx: Transaction<DB>) => Promise<Acting>;
}

/** The caller of a call that takes several transactions, all of them in the workspace that it began with. */
export async function callerOfMany(
  db: Db,
  call: { readonly access: Action },
  { session, userId }: { session: Session; userId: string | undefined },
): Promise<CallerOfMany> {
  const begun = await actForCall(db, call, { session, userId });
  const { workspaceId, companyId } = begun.view;
  const hold = async (trx: Transaction<DB>) => {
    await holdMembership(trx, begun.view);
    const caller = await holdSession(trx, session);
    const acting = await actForCall(trx, call, { session: { ...caller, namedCompany: companyId }, userId });
    if (acting.view.workspaceId !== workspaceId) throw new AppError('forbidden', NO_MEMBER);
    requireCallPermission(acting.by, call.access);
    return acting;
  };
  return { begun, hold };
}
