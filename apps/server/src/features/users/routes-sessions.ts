import {
  endOwnSession as endOwnSessionCall,
  endOwnSessions as endOwnSessionsCall,
  listOwnSessions,
} from '@anupalan/contract/users';
import { can } from '@anupalan/domain/permissions';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/serve.ts';
import { actorOf, type Session } from '../../platform/sessions.ts';
import type { Services } from '../../services.ts';
import { endOwnSession, endOwnSessions } from './commands-sessions.ts';
import { listSessions } from './queries.ts';

export function registerOwnSessions(app: FastifyInstance, { database }: Services): void {
  const { db } = database;

  serve(app, database, listOwnSessions, async ({ session }) => {
    requireInPerson(session);
    return { status: 'success', data: await listSessions(db, session) };
  });

  serve(app, database, endOwnSessionCall, async ({ session, params }) => {
    requireInPerson(session);
    await db.transaction().execute((trx) => endOwnSession(trx, session, params.id));
    return { status: 'success', message: 'Session ended' };
  });

  serve(app, database, endOwnSessionsCall, async ({ session }) => {
    requireInPerson(session);
    await db.transaction().execute((trx) => endOwnSessions(trx, session));
    return { status: 'success', message: 'Signed out everywhere, including this device' };
  });
}

function requireInPerson(session: Session): void {
  if (can(actorOf(session), 'users.manage-own-sessions')) return;
  throw new AppError('forbidden', 'Sessions cannot be managed while impersonating');
}
