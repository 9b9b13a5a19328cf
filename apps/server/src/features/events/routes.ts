import { decideDuty, listOpenDuties, takeBackDutyStatus, updateDutyStatus } from '@anupalan/contract/events/duties';
import { createEvent, listEvents, readEvent, updateEvent } from '@anupalan/contract/events/events';
import { listEventKinds } from '@anupalan/contract/events/kinds';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { namedFiles } from '../evidence/named-files.ts';
import { addEvent } from './commands.ts';
import { changeEvent } from './commands-change.ts';
import * as duties from './commands-duties.ts';
import { takeBackDutyStatus as takeBack } from './commands-take-back.ts';
import { getEvent, readEvents, readOpenDuties } from './queries.ts';
import { readEventKinds } from './queries-kinds.ts';

export function registerEventRoutes(app: FastifyInstance, { database, config, now }: Services): void {
  const { db } = database;
  const success = { status: 'success' as const };

  serve(app, database, listEventKinds, async ({ session }) => ({
    ...success,
    data: await readEventKinds(db, session),
  }));

  serve(app, database, listOpenDuties, async ({ session }) => ({
    ...success,
    ...(await readOpenDuties(db, session, now())),
  }));

  serve(app, database, listEvents, async ({ session, query }) => ({
    ...success,
    ...(await readEvents(db, session, query, now())),
  }));

  serve(app, database, readEvent, async ({ session, params }) => ({
    ...success,
    data: await getEvent(db, session, params.id, now()),
  }));

  serve(app, database, createEvent, async ({ session, body }) => ({
    ...success,
    message: 'Event recorded successfully',
    ...(await addEvent(db, session, body, now())),
  }));

  serve(app, database, updateEvent, async ({ session, params, body }) => ({
    ...success,
    message: 'Event updated successfully',
    ...(await changeEvent(db, session, { id: params.id, changes: body, now: now() })),
  }));

  serve(app, database, decideDuty, async ({ session, params, body }) => ({
    ...success,
    message: body.applies ? 'The duty applies' : 'The duty does not apply',
    data: await duties.decideDuty(db, session, { ...params, ...body, now: now() }),
  }));

  serve(app, database, updateDutyStatus, async ({ session, params, body: { evidence: ids, ...update } }) => {
    const evidence = namedFiles(config, ids);
    const data = await duties.recordDutyStatus(db, session, { ...params, update, evidence, now: now() });
    return { ...success, message: 'Status updated successfully', data };
  });

  serve(app, database, takeBackDutyStatus, async ({ session, params }) => ({
    ...success,
    message: 'Taken back',
    data: await takeBack(db, session, { ...params, now: now() }),
  }));
}
