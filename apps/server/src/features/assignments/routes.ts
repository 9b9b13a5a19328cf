import { changeAssignments, listAssignments } from '@anupalan/contract/people/assignments';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import * as commands from './commands.ts';
import { readAssignments } from './queries.ts';

export function registerAssignmentRoutes(app: FastifyInstance, { database }: Services): void {
  const { db } = database;

  serve(app, database, listAssignments, async ({ session }) => {
    return { status: 'success', ...(await readAssignments(db, session)) };
  });

  serve(app, database, changeAssignments, async ({ session, body }) => {
    await commands.changeAssignments(db, session, body);
    return { status: 'success', message: 'Assignments saved' };
  });
}
