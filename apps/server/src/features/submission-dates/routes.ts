import { createSubmissionDate, deleteSubmissionDate } from '@anupalan/contract/submission-dates';
import { todayUtc } from '@anupalan/domain/calendar-day';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/serve.ts';
import { actFor } from '../../platform/sessions.ts';
import type { Services } from '../../services.ts';
import { readItem, requireItem } from '../compliance-items/queries.ts';
import { chooseDays } from '../status-history/queries.ts';
import * as commands from './commands.ts';

export function registerSubmissionDateRoutes(app: FastifyInstance, { database, now }: Services): void {
  const { db } = database;

  serve(app, database, createSubmissionDate, async ({ session, params, query, body }) => {
    const view = await actFor(db, session, body.userId ?? session.userId);
    const item = { itemId: params.id, days: chooseDays(query, todayUtc(now())) };
    await requireItem(database, view, params.id);
    const submission = { itemId: params.id, day: body.date, description: body.description };
    await commands.addSubmissionDate(db, { view, by: session }, submission);
    return {
      status: 'success',
      message: 'Submission date added successfully',
      data: await readItem(database, view, item),
    };
  });

  serve(app, database, deleteSubmissionDate, async ({ session, params, query }) => {
    const view = await actFor(db, session, query.userId ?? session.userId);
    const item = { itemId: params.id, days: chooseDays(query, todayUtc(now())) };
    await requireItem(database, view, params.id);
    await commands.deleteSubmissionDate(db, { view, by: session }, { itemId: params.id, id: params.submissionId });
    return {
      status: 'success',
      message: 'Submission date deleted successfully',
      data: await readItem(database, view, item),
    };
  });
}
