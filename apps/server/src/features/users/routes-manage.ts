import {
  changeUserEmail as changeUserEmailCall,
  changeUserStatus,
  deleteUser as deleteUserCall,
  endUserSessions as endUserSessionsCall,
  impersonateUser,
  listUsers as listUsersCall,
} from '@anupalan/contract/people/user-management';
import type { FastifyInstance } from 'fastify';
import { deviceOf, requirePermission } from '../../identity/sessions.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { deleteUser } from './commands-delete.ts';
import { impersonate } from './commands-impersonate.ts';
import { changeStatus } from './commands-manage.ts';
import { endUserSessions } from './commands-sessions.ts';
import { changeUserEmail } from './email-change/commands-administrator.ts';
import { listUsers } from './queries-list.ts';

export function registerUserManagement(app: FastifyInstance, services: Services): void {
  const { database } = services;
  const { db } = database;

  serve(app, database, listUsersCall, async ({ query }) => ({ status: 'success', data: await listUsers(db, query) }));

  serve(app, database, changeUserStatus, async ({ session, params, body }) => {
    requirePermission(session, 'users.change-status', { userId: params.id });
    const data = await changeStatus(db, session, { id: params.id, status: body.status });
    return { status: 'success', message: 'User status updated successfully', data };
  });

  serve(app, database, changeUserEmailCall, async ({ session, params, body }) => {
    requirePermission(session, 'users.change-email', { userId: params.id });
    const data = await changeUserEmail(services, session, { id: params.id, newEmail: body.primaryEmail });
    return { status: 'success', message: 'User email updated successfully', data };
  });

  serve(app, database, endUserSessionsCall, async ({ session, params }) => {
    requirePermission(session, 'users.end-sessions', { userId: params.id });
    await endUserSessions(db, session, params.id);
    return { status: 'success', message: 'User signed out everywhere' };
  });

  serve(app, database, deleteUserCall, async ({ session, params }) => {
    requirePermission(session, 'users.delete', { userId: params.id });
    await deleteUser(services, session, params.id);
    return { status: 'success', message: 'User deleted successfully' };
  });

  serve(app, database, impersonateUser, async ({ session, params, request }) => {
    const token = await impersonate(db, session, { id: params.id, device: deviceOf(request) });
    return { status: 'success', data: { token } };
  });
}
