import { type Act, createAct, deleteAct, listActs, updateAct } from '@anupalan/contract/acts';
import { can } from '@anupalan/domain/permissions';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../identity/sessions.ts';
import { keepUntilAnnounced } from '../../platform/postgres/keep-until-announced.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { seesAct } from '../tracker/scope.ts';
import { addAct, changeAct, removeAct } from './commands.ts';
import { lockSummary } from './present.ts';
import { readActs, readOwnActs } from './queries.ts';

export function registerActRoutes(app: FastifyInstance, services: Services): void {
  const { database, listener } = services;
  const keptActs = keepUntilAnnounced(listener, 'catalogue', () => readActs(database.db));

  serve(app, database, listActs, async ({ session }) => {
    const [acts, own] = await Promise.all([keptActs(), readOwnActs(database.db, session.workspaceId)]);
    const shown = can(actorOf(session), 'acts.read-summary') ? acts : acts.map(lockSummary);
    const data: Act[] = [...shown, ...own.filter(({ _id }) => seesAct(session, _id))];
    return { status: 'success', data };
  });

  serve(app, database, createAct, async ({ session, body }) => {
    const act = await addAct(services, session, body);
    return { status: 'success', message: 'Act added successfully', data: act };
  });

  serve(app, database, updateAct, async ({ session, params, body }) => {
    const act = await changeAct(services, session, params.id, body);
    return { status: 'success', message: 'Act updated successfully', data: act };
  });

  serve(app, database, deleteAct, async ({ session, params }) => {
    await removeAct(services, session, params.id);
    return { status: 'success', message: 'Act deleted successfully' };
  });
}
