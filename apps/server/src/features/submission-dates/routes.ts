import { createSubmissionDate, deleteSubmissionDate } from '@anupalan/contract/submission-dates';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { readItem } from '../compliance-items/queries.ts';
import { namedFiles } from '../evidence/named-files.ts';
import { serveAboutItem } from '../tracker/serve-about-item.ts';
import * as commands from './commands.ts';

export function registerSubmissionDateRoutes(app: FastifyInstance, services: Services): void {
  const { database, config } = services;
  const { db } = database;

  serveAboutItem(app, services, createSubmissionDate, {
    answer: async ({ view, acting, itemId, days, body }) => {
      const evidence = namedFiles(config, body.evidence);
      const { date: day, description } = body;
      await commands.addSubmissionDate(db, acting, { itemId, day, description, evidence });
      const data = await readItem(database, view, { itemId, days });
      return { status: 'success', message: 'Submission date added successfully', data };
    },
  });

  serveAboutItem(app, services, deleteSubmissionDate, {
    answer: async ({ view, acting, itemId, days, params }) => {
      await commands.deleteSubmissionDate(db, acting, { itemId, id: params.submissionId });
      const data = await readItem(database, view, { itemId, days });
      return { status: 'success', message: 'Submission date deleted successfully', data };
    },
  });
}
