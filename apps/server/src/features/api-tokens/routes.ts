import * as contract from '@anupalan/contract/people/api-tokens';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { changePolicy, createToken, revokeToken } from './commands.ts';
import { presentToken } from './present.ts';
import { allowsTokens, listTokens } from './queries.ts';

export function registerApiTokenRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serve(app, database, contract.listApiTokens, async ({ session }) => {
    const tokens = await listTokens(database.db, session);
    const allowed = await allowsTokens(database.db, session.workspaceId);
    return { status: 'success', data: tokens.map(presentToken), allowed };
  });

  serve(app, database, contract.createApiToken, async ({ session, body }) => {
    const { made, token } = await createToken(services, session, body);
    return { status: 'success', message: 'API token created', data: { ...presentToken(made), token } };
  });

  serve(app, database, contract.revokeApiToken, async ({ session, params }) => {
    await revokeToken(services, session, params.id);
    return { status: 'success', message: 'API token revoked' };
  });

  serve(app, database, contract.changeApiTokenPolicy, async ({ session, body: { allowed } }) => {
    await changePolicy(services, session, allowed);
    return { status: 'success', message: allowed ? 'API tokens are allowed' : 'API tokens are not allowed any more' };
  });
}
