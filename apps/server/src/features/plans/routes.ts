import { downgradePlan, upgradePlan } from '@anupalan/contract/plans';
import type { FastifyInstance } from 'fastify';
import { startPatience } from '../../platform/payment-gateway.ts';
import { serve } from '../../platform/serve.ts';
import type { Services } from '../../services.ts';
import { upstreamFailed } from '../payments/commands-till.ts';
import { getUser } from '../users/queries.ts';
import { downgrade, upgrade } from './commands-change.ts';

export function registerPlanRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serve(app, database, upgradePlan, async ({ session, body }) => {
    await upgrade(services, session, body.plan, startPatience()).catch(
      upstreamFailed('Failed to verify payment status'),
    );
    const user = await getUser(database.db, session.userId);
    return { status: 'success', message: 'You are now on the Premium plan', data: { user } };
  });

  serve(app, database, downgradePlan, async ({ session }) => {
    await downgrade(services, session);
    const user = await getUser(database.db, session.userId);
    return { status: 'success', message: 'You are now on the Free plan', data: { user } };
  });
}
