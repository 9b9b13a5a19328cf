import { changeUserRole } from '@anupalan/contract/people/user-management';
import type { FastifyInstance } from 'fastify';
import { requirePermission } from '../../identity/sessions.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { changeRole } from './commands-change-role.ts';

/** Serves the change of a role here, because a role is what a plan gives (R-users-16). */
export function registerSubscriptionRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services.database, changeUserRole, async ({ session, params, body }) => {
    requirePermission(session, 'users.change-role', { userId: params.id });
    const data = await changeRole(services, session, { id: params.id, role: body.role });
    return { status: 'success', message: 'User role updated successfully', data };
  });
}
