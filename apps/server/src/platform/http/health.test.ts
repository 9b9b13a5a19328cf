import Fastify from 'fastify';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../postgres/database.ts';
import { handleErrors } from './error-handler.ts';
import { registerHealthRoutes } from './health.ts';

test('the server lives, and is ready only when its start is complete, with its first administrator', async () => {
  const database = openDatabase(inject('postgresUrl'), () => {});
  const app = Fastify();
  onTestFinished(async () => {
    await app.close();
    await database.close();
  });
  handleErrors(app);
  let isComplete = false;
  registerHealthRoutes(app, database, () => isComplete);
  const ask = async (url: string) => (await app.inject({ url })).statusCode;
  expect([await ask('/health/live'), await ask('/health/ready')]).toEqual([200, 503]);
  isComplete = true;
  expect([await ask('/health/live'), await ask('/health/ready')]).toEqual([200, 200]);
});
