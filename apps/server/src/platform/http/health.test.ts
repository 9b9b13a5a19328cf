import { Writable } from 'node:stream';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { pino } from 'pino';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../postgres/database.ts';
import { handleErrors } from './error-handler.ts';
import { registerHealthRoutes } from './health.ts';

test('the server lives, and is ready only when its start is complete, with its first administrator', async () => {
  const database = openDatabase(inject('postgresUrl'), () => {});
  const levels: number[] = [];
  const sink = new Writable({
    write: (line, _encoding, done) => {
      levels.push(JSON.parse(String(line)).level);
      done();
    },
  });
  const log: FastifyBaseLogger = pino({ level: 'info' }, sink);
  const app = Fastify({ loggerInstance: log });
  onTestFinished(async () => {
    await app.close();
    await database.close();
  });
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('refusal', null);
  handleErrors(app);
  let isComplete = false;
  registerHealthRoutes(app, database, () => isComplete);
  const ask = async (url: string) => (await app.inject({ url })).statusCode;
  expect([await ask('/health/live'), await ask('/health/ready')]).toEqual([200, 503]);
  // A probe of a start is no fault, however often it asks.
  expect(Math.max(...levels)).toBeLessThanOrEqual(30);
  isComplete = true;
  expect([await ask('/health/live'), await ask('/health/ready')]).toEqual([200, 200]);
});
