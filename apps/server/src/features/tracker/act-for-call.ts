import type { Action } from '@anupalan/domain/permissions/table';
import { actFor, actOn, requireCallPermission, type Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { Acting } from './commands.ts';

/**
 * Finds the view that a call is about, and who acts on it: the caller, or an administrator with the rights of the user
 * that they name (R-companies-20). The call is served `forNamedUser`.
 * @throws AppError forbidden; not-found when there is no such user
 */
export async function actForCall(
  db: Db,
  { access }: { readonly access: Action },
  { session, userId = session.userId }: { session: Session; userId: string | undefined },
): Promise<Acting> {
  const view = await actFor(db, session, userId);
  const by = actOn(session, view);
  if (view !== session) requireCallPermission(by, access);
  return { view, by };
}
