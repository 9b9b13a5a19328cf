import {
  addPasskey as addPasskeyCall,
  beginPasskey as beginPasskeyCall,
  forgetPasskeysOfUser,
  listOwnPasskeys,
  readPasskeysOfUser,
  removePasskey as removePasskeyCall,
  renamePasskey as renamePasskeyCall,
  renewRecoveryCodes as renewRecoveryCodesCall,
} from '@anupalan/contract/passkeys';
import type { FastifyInstance } from 'fastify';
import { requirePermission } from '../../identity/sessions.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { getUser } from '../users/queries.ts';
import { addPasskey, removePasskey, renamePasskey, renewRecoveryCodes } from './commands.ts';
import { forgetPasskeys } from './commands-forget.ts';
import { countPasskeys, readOwnPasskeys } from './queries.ts';

export function registerPasskeyRoutes(app: FastifyInstance, services: Services): void {
  const { database, config } = services;
  const { db } = database;

  serve(app, database, listOwnPasskeys, async ({ session }) => ({
    status: 'success',
    data: await readOwnPasskeys(db, config, session),
  }));

  serve(app, database, beginPasskeyCall, async ({ session, request }) => {
    const { beginPasskey } = await import('./commands-options.ts');
    return { status: 'success', data: await beginPasskey(services, session, request.ip) };
  });

  serve(app, database, addPasskeyCall, async ({ session, body, request }) => {
    const data = await addPasskey(services, session, { ...body, ip: request.ip });
    return { status: 'success', message: 'Passkey added', data };
  });

  serve(app, database, renamePasskeyCall, async ({ session, params, body }) => {
    const data = await renamePasskey(db, session, { id: params.id, name: body.name });
    return { status: 'success', message: 'Passkey renamed', data };
  });

  serve(app, database, removePasskeyCall, async ({ session, params }) => {
    await removePasskey(services, session, params.id);
    return { status: 'success', message: 'Passkey removed' };
  });

  serve(app, database, renewRecoveryCodesCall, async ({ session }) => {
    const recoveryCodes = await renewRecoveryCodes(services, session);
    return { status: 'success', message: 'New recovery codes made', data: { recoveryCodes } };
  });

  serve(app, database, readPasskeysOfUser, async ({ params }) => {
    const { _id } = await getUser(db, params.id);
    return { status: 'success', data: { count: await countPasskeys(db, _id) } };
  });

  serve(app, database, forgetPasskeysOfUser, async ({ session, params }) => {
    requirePermission(session, 'passkeys.forget', { userId: params.id });
    await forgetPasskeys(services, session, params.id);
    return { status: 'success', message: 'Passkeys removed' };
  });
}
