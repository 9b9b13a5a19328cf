import {
  createRegistration,
  deleteRegistration,
  listRegistrations,
  updateRegistration,
} from '@anupalan/contract/company/registrations';
import type { FastifyInstance } from 'fastify';
import { actFor } from '../../identity/sessions.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import * as commands from './commands.ts';
import { readRegistrations } from './queries.ts';

export function registerRegistrationRoutes(app: FastifyInstance, { database }: Services): void {
  const { db } = database;

  serve(app, database, listRegistrations, async ({ session, query }) => {
    const view = await actFor(db, session, query.userId ?? session.userId);
    return { status: 'success', data: await readRegistrations(db, view.workspaceId) };
  });

  serve(app, database, createRegistration, async ({ session, body }) => {
    const view = await actFor(db, session, body.userId ?? session.userId);
    const data = await commands.addRegistration(db, { view, by: session }, body);
    return { status: 'success', message: 'Registration added successfully', data };
  });

  serve(app, database, updateRegistration, async ({ session, params, body }) => {
    const view = await actFor(db, session, body.userId ?? session.userId);
    const data = await commands.changeRegistration(db, { view, by: session }, params.id, body);
    return { status: 'success', message: 'Registration updated successfully', data };
  });

  serve(app, database, deleteRegistration, async ({ session, params, query }) => {
    const view = await actFor(db, session, query.userId ?? session.userId);
    await commands.removeRegistration(db, { view, by: session }, params.id);
    return { status: 'success', message: 'Registration removed successfully' };
  });
}
