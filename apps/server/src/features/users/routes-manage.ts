import {
  changeUserRole,
  changeUserStatus,
  deleteUser as deleteUserCall,
  impersonateUser,
  listUsers as listUsersCall,
} from '@anupalan/contract/users';
import { can } from '@anupalan/domain/permissions';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/serve.ts';
import { actorOf, deviceOf, type Session } from '../../platform/sessions.ts';
import type { Services } from '../../services.ts';
import { deleteUser } from './commands-delete.ts';
import { impersonate } from './commands-impersonate.ts';
import { changeRole, changeStatus } from './commands-manage.ts';
import { listUsers } from './queries-list.ts';

export function registerUserManagement(app: FastifyInstance, { database }: Services): void {
  const { db } = database;

  serve(app, database, listUsersCall, async ({ query }) => ({ status: 'success', data: await listUsers(db, query) }));

  serve(app, database, changeUserRole, async ({ session, params, body }) => {
    refuseOwnRow('users.change-role', session, params.id);
    const data = await db.transaction().execute((trx) => changeRole(trx, session, params.id, body.role));
    return { status: 'success', message: 'User role updated successfully', data };
  });

  serve(app, database, changeUserStatus, async ({ session, params, body }) => {
    refuseOwnRow('users.change-status', session, params.id);
    const data = await db.transaction().execute((trx) => changeStatus(trx, session, params.id, body.status));
    return { status: 'success', message: 'User status updated successfully', data };
  });

  serve(app, database, deleteUserCall, async ({ session, params }) => {
    refuseOwnRow('users.delete', session, params.id);
    await db.transaction().execute((trx) => deleteUser(trx, session, params.id));
    return { status: 'success', message: 'User deleted successfully' };
  });

  serve(app, database, impersonateUser, async ({ session, params, request }) => {
    const whom = { id: params.id, device: deviceOf(request) };
    const token = await db.transaction().execute((trx) => impersonate(trx, session, whom));
    return { status: 'success', data: { token } };
  });
}

function refuseOwnRow(
  action: 'users.change-role' | 'users.change-status' | 'users.delete',
  session: Session,
  userId: string,
): void {
  if (can(actorOf(session), action, { userId })) return;
  throw new AppError('forbidden', 'You cannot do this to your own account');
}
