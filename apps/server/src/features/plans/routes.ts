import { downgradePlan, upgradePlan } from '@anupalan/contract/plans';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { upstreamFailed } from '../payments/errors.ts';
import { providerTimeout } from '../payments/gateway/gateway.ts';
import { getUser } from '../users/queries.ts';
import { downgrade, upgrade } from './commands-change.ts';

export function registerPlanRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serve(app, database, upgradePlan, async ({ session, body }) => {
    await upgrade(services, session, body.plan, providerTimeout()).catch(
      upstreamFailed('Failed to verify payment status'),
    );
    const user = await getUser(database.db, session.userId, session.workspaceId);
    return { status: 'success', message: 'You are now on the Premium plan', data: { user } };
  });

  serve(app, database, downgradePlan, async ({ session }) => {
    await downgrade(services, session);
    const user = await getUser(database.db, session.userId, session.workspaceId);
    return { status: 'success', message: 'You are now on the Free plan', data: { user } };
  });
}
