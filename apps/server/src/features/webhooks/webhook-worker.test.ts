import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { HOST } from '../../platform/outbound/internet.fixture.ts';
import { WebhookWorld } from './webhook-calls.fixture.ts';
import { WebhookWorker } from './webhook-worker.ts';

let hooks: WebhookWorld;
let workers: WebhookWorker[] = [];

beforeAll(async () => {
  hooks = await WebhookWorld.start();
});

beforeEach(() => hooks.clear());

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
});

afterAll(() => hooks.close());

function startWorker(): void {
  const { database, ...services } = hooks.world.server.services;
  workers.push(new WebhookWorker({ ...services, db: database.db }));
}

const paths = () => hooks.internet.got.map(({ path }) => path);

test('what somebody records reaches the address by itself, once with two instances', async () => {
  const { premium } = hooks.world.people;
  const made = await hooks.addWell(premium);
  startWorker();
  startWorker();
  await hooks.send(premium, 'POST', `/${made._id}/test`);
  await vi.waitFor(() => expect(paths()).toHaveLength(1), { timeout: 10_000 });
  await hooks.record(premium);
  await vi.waitFor(() => expect(paths()).toHaveLength(2), { timeout: 10_000 });
  await vi.waitFor(async () => expect(await hooks.calls(premium, made)).toHaveLength(2));
  expect((await hooks.calls(premium, made)).map(({ tries }) => tries)).toEqual([1, 1]);
});

test('what happened while no instance was there is found by the next one', async () => {
  await hooks.addWell(hooks.world.people.premium);
  await hooks.record(hooks.world.people.premium);
  startWorker();
  await vi.waitFor(() => expect(paths()).toHaveLength(1), { timeout: 10_000 });
});

test('an address that never answers holds up no other, and is called once at a time', async () => {
  const { premium, free } = hooks.world.people;
  const silent = await hooks.addWell(premium, { address: `https://${HOST}/silent` });
  await hooks.addWell(free, { address: `https://${HOST}/quick` });
  hooks.internet.answer((request, response) => {
    if (request.url !== '/silent') response.writeHead(204).end();
  });
  startWorker();
  await hooks.send(premium, 'POST', `/${silent._id}/test`);
  await vi.waitFor(() => expect(paths()).toEqual(['/silent']), { timeout: 10_000 });
  await hooks.record(premium);
  for (const status of ['done', 'not-done', 'done']) await hooks.record(free, { status });
  await vi.waitFor(() => expect(paths().filter((path) => path === '/quick').length).toBeGreaterThan(0), {
    timeout: 10_000,
  });
  expect(paths().filter((path) => path === '/silent')).toHaveLength(1);
});
