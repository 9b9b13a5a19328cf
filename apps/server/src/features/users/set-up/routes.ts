import { setUpAdministrator as setUpAdministratorCall } from '@anupalan/contract/auth-changes';
import type { FastifyInstance } from 'fastify';
import { addressKey } from '../../../platform/http/callers/addresses.ts';
import { serve } from '../../../serve.ts';
import type { Services } from '../../../services.ts';
import { setUpAdministrator } from './commands.ts';

export function registerSetUp(app: FastifyInstance, services: Services): void {
  serve(app, services.database, setUpAdministratorCall, async ({ body, request }) => {
    await services.limits.attemptsPerAddress.spendByAddress(addressKey(request.ip));
    await setUpAdministrator(services, body);
    return { status: 'success', message: 'Your password is set. Please sign in with it.' };
  });
}
