import {
  createRegistration,
  deleteRegistration,
  listRegistrations,
  updateRegistration,
} from '@anupalan/contract/company/registrations';
import type { FastifyInstance } from 'fastify';
import { type Served, serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { actForCall } from '../tracker/act-for-call.ts';
import * as commands from './commands.ts';
import { readRegistrations } from './queries.ts';

const FOR_NAMED_USER = { forNamedUser: true };

export function registerRegistrationRoutes(app: FastifyInstance, { database }: Services): void {
  const { db } = database;

  const list = async ({ session, query: { userId } }: Served<typeof listRegistrations>) => {
    const { view } = await actForCall(db, listRegistrations, { session, userId });
    return { status: 'success' as const, data: await readRegistrations(db, view) };
  };
  serve(app, database, listRegistrations, list, FOR_NAMED_USER);

  const create = async ({ session, body }: Served<typeof createRegistration>) => {
    const acting = await actForCall(db, createRegistration, { session, userId: body.userId });
    const data = await commands.addRegistration(db, acting, body);
    return { status: 'success' as const, message: 'Registration added successfully', data };
  };
  serve(app, database, createRegistration, create, FOR_NAMED_USER);

  const update = async ({ session, params, body }: Served<typeof updateRegistration>) => {
    const acting = await actForCall(db, updateRegistration, { session, userId: body.userId });
    const data = await commands.changeRegistration(db, acting, params.id, body);
    return { status: 'success' as const, message: 'Registration updated successfully', data };
  };
  serve(app, database, updateRegistration, update, FOR_NAMED_USER);

  const remove = async ({ session, params, query: { userId } }: Served<typeof deleteRegistration>) => {
    const acting = await actForCall(db, deleteRegistration, { session, userId });
    await commands.removeRegistration(db, acting, params.id);
    return { status: 'success' as const, message: 'Registration removed successfully' };
  };
  serve(app, database, deleteRegistration, remove, FOR_NAMED_USER);
}
