import {
  endOwnSession as endOwnSessionCall,
  endOwnSessions as endOwnSessionsCall,
  listOwnSessions,
} from '@anupalan/contract/people/own-sessions';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { endOwnSession, endOwnSessions } from './commands-sessions.ts';
import { listSessions } from './queries.ts';

export function registerOwnSessions(app: FastifyInstance, { database }: Services): void {
  const { db } = database;

  serve(app, database, listOwnSessions, async ({ session }) => ({
    status: 'success',
    data: await listSessions(db, session),
  }));

  serve(app, database, endOwnSessionCall, async ({ session, params }) => {
    await endOwnSession(db, session, params.id);
    return { status: 'success', message: 'Session ended' };
  });

  serve(app, database, endOwnSessionsCall, async ({ session }) => {
    await endOwnSessions(db, session);
    return { status: 'success', message: 'Signed out everywhere, including this device' };
  });
}
