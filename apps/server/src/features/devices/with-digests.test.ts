import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';
import { listJobs } from '../../compose.ts';
import { HOST, openInternet, type TestInternet } from '../../platform/outbound/internet.fixture.ts';
import { TestBrowser } from './push-service.fixture.ts';

let server: TestApp;
let internet: TestInternet;

beforeAll(async () => {
  internet = await openInternet();
  // Eight o'clock in India.
  const now = Temporal.Instant.from('2026-12-10T02:30:00Z');
  server = await startTestApp({ outbound: internet.outbound, now: () => now });
});

afterAll(async () => {
  await server.close();
  await internet.close();
});

test('the digest of a day comes as a push, which tells how many and nothing of a complaint (R-webhooks-17)', async () => {
  const { services, owner } = server;
  const person = await addPerson(services, { company: { employeeCount: 20, state: 'Kerala' } });
  const browser = new TestBrowser(`https://${HOST}/push/1`);
  const added = await server.call({
    method: 'POST',
    url: '/api/devices',
    token: person.token,
    payload: browser.subscription,
  });
  expect(added.statusCode).toBe(201);
  const act_id = await addAct(services);
  const due = { act_id, due_date: '2026-12-10', frequency: 'once' } as const;
  for (const title of ['ECR', 'ESI return']) await addItem(services, { ...due, title });
  const event = randomUUIDv7();
  await owner.query(
    `insert into events (workspace_id, id, kind, edition, definition, visibility, state, label, happened_at, recorded_by)
     values ($1, $2, 'posh-complaint', '1', '{"name": "Complaint"}', 'named', '-', 'A. B.', now(), $3)`,
    [person.workspaceId, event, person.userId],
  );
  await owner.query(
    `insert into event_duties (workspace_id, id, event_id, position, title, definition, standing, due_day)
     values ($1, $2, $3, 1, 'Begin the inquiry', '{}', 'open', '2026-12-10')`,
    [person.workspaceId, randomUUIDv7(), event],
  );
  for (const name of ['plan-digests', 'plan-digests', 'deliver-pushes', 'deliver-pushes']) {
    await listJobs(services)
      .find(({ queue }) => queue === name)
      ?.run({});
  }
  expect(internet.got.map((got) => browser.read(got))).toEqual([
    {
      title: '2 obligations need attention',
      body: 'Open Anupalan to see what is due.',
      tag: expect.any(String),
      path: '/dashboard',
    },
  ]);
});
