import { createPaymentDate, deletePaymentDate } from '@anupalan/contract/payment-dates';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { readItem } from '../compliance-items/queries.ts';
import { namedFiles } from '../evidence/named-files.ts';
import { serveAboutItem } from '../tracker/serve-about-item.ts';
import * as commands from './commands.ts';

export function registerPaymentDateRoutes(app: FastifyInstance, services: Services): void {
  const { database, config } = services;
  const { db } = database;

  serveAboutItem(app, services, createPaymentDate, {
    answer: async ({ view, acting, itemId, days, body }) => {
      const { date: day, amount, description = '' } = body;
      const evidence = namedFiles(config, body.evidence);
      await commands.addPaymentDate(db, acting, { itemId, day, amount, description, evidence });
      const data = await readItem(database, view, { itemId, days });
      return { status: 'success', message: 'Payment date added successfully', data };
    },
  });

  serveAboutItem(app, services, deletePaymentDate, {
    answer: async ({ view, acting, itemId, days, params }) => {
      await commands.deletePaymentDate(db, acting, { itemId, id: params.paymentId });
      const data = await readItem(database, view, { itemId, days });
      return { status: 'success', message: 'Payment date deleted successfully', data };
    },
  });
}
