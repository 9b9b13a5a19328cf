import {
  createWebhook,
  deleteWebhook,
  listWebhookCalls,
  listWebhooks,
  renewWebhookSecret,
  resendWebhookCall,
  testWebhook,
  updateWebhook,
} from '@anupalan/contract/telling/webhooks';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import * as commands from './commands.ts';
import { readCalls, readWebhooks } from './queries.ts';

export function registerWebhookRoutes(app: FastifyInstance, { database, outbound }: Services): void {
  const { db } = database;
  const needs = { db, outbound };

  serve(app, database, listWebhooks, async ({ session }) => ({
    status: 'success',
    data: await readWebhooks(db, session.workspaceId),
  }));
  serve(app, database, createWebhook, async ({ session, body }) => ({
    status: 'success',
    message: 'Webhook added successfully',
    data: await commands.addWebhook(needs, session, body),
  }));
  serve(app, database, updateWebhook, async ({ session, params, body }) => ({
    status: 'success',
    message: 'Webhook updated successfully',
    data: await commands.changeWebhook(needs, session, params.id, body),
  }));
  serve(app, database, renewWebhookSecret, async ({ session, params }) => ({
    status: 'success',
    message: 'Secret changed successfully',
    data: await commands.renewSecret(db, session, params.id),
  }));
  serve(app, database, deleteWebhook, async ({ session, params }) => {
    await commands.removeWebhook(db, session, params.id);
    return { status: 'success', message: 'Webhook deleted successfully' };
  });
  serve(app, database, listWebhookCalls, async ({ session, params, query }) => ({
    status: 'success',
    ...(await readCalls(db, session.workspaceId, params.id, query)),
  }));
  serve(app, database, testWebhook, async ({ session, params }) => ({
    status: 'success',
    message: 'Test is on its way',
    data: await commands.addTest(db, session, params.id),
  }));
  serve(app, database, resendWebhookCall, async ({ session, params }) => ({
    status: 'success',
    message: 'Call is on its way',
    data: await commands.resendCall(db, session, params.id),
  }));
}
