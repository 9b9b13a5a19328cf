import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { startTestApp } from '../test/harness.ts';
import { addPerson } from '../test/people.ts';
import { UNKNOWN_ID } from '../test/tracked.ts';
import { buildApp } from './app.ts';

const Span = z.object({
  traceId: z.string(),
  parentSpanId: z.string().optional(),
  spanId: z.string(),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: z.unknown() })),
  status: z.object({ code: z.number() }),
});
const Export = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
});

/** A collector that keeps what it is sent. */
async function startCollector() {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(`${request.url} ${(await buffer(request)).toString()}`);
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, bodies };
}

test('requests, their queries and mail are traced, on from the caller, and nobody is named', async () => {
  const collector = await startCollector();
  const { startTracing } = await import('./platform/tracing/tracing.ts');
  const tracing = startTracing(`${collector.url}/`, pino({ level: 'silent' }));
  const server = await startTestApp();
  onTestFinished(() => server.close());
  const app = await buildApp(server.services, { traceRequests: tracing.traceRequests });
  onTestFinished(() => app.close());
  const person = await addPerson(server.services);

  const [trace, caller] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const headers = { authorization: `Bearer ${person.token}` };
  await app.inject({
    url: '/api/users/profile?search=asha@example.in',
    headers: { ...headers, traceparent: `00-${trace}-${caller}-01` },
  });
  await app.inject({ method: 'PUT', url: '/api/users/profile', headers, payload: { firstName: 'Hemalatha' } });
  await app.inject({ url: `/api/companies/user/${UNKNOWN_ID}`, headers });
  await app.inject({ url: '/asha@example.in' });
  const deliver = vi.fn(async () => {});
  const mail = { to: 'asha@example.in', subject: 'Your code', text: 'It is 4711', html: '<p>It is 4711</p>' };
  await tracing.traceMailer({ deliver, close: () => {} }).deliver(mail);
  deliver.mockRejectedValueOnce(new Error('asha@example.in is unknown'));
  await expect(tracing.traceMailer({ deliver, close: () => {} }).deliver(mail)).rejects.toThrow('unknown');
  await tracing.close();

  expect(collector.bodies.every((body) => body.startsWith('/v1/traces '))).toBe(true);
  const sent = collector.bodies.map((body) => body.slice('/v1/traces '.length));
  const spans = sent.flatMap((body) =>
    Export.parse(JSON.parse(body)).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
  const read = spans.find(({ name }) => name === 'GET /api/users/profile');
  expect(read).toMatchObject({ traceId: trace, parentSpanId: caller });
  const changed = spans.find(({ name }) => name === 'PUT /api/users/profile');
  for (const request of [read, changed]) {
    const queries = spans.filter(({ traceId, name }) => traceId === request?.traceId && name.startsWith('pg.query'));
    expect(queries.length).toBeGreaterThan(0);
    const texts = queries.flatMap(({ attributes }) => attributes.filter(({ key }) => key === 'db.query.text'));
    expect(JSON.stringify(texts)).toContain('$1');
  }
  expect(spans.filter(({ name }) => name === 'deliver mail').map(({ status }) => status.code)).toEqual([0, 2]);
  for (const secret of ['asha@example.in', person.userId, person.token, 'Hemalatha', UNKNOWN_ID, 'It is 4711']) {
    expect(sent.join('\n')).not.toContain(secret);
  }
});

test('a collector that is away is reported, and keeps nobody waiting', async () => {
  const { startTracing } = await import('./platform/tracing/tracing.ts');
  const warn = vi.fn();
  const tracing = startTracing('http://127.0.0.1:1', { warn });
  await tracing
    .traceMailer({ deliver: async () => {}, close: () => {} })
    .deliver({ to: '', subject: '', text: '', html: '' });
  const begun = performance.now();
  await tracing.close();
  expect(performance.now() - begun).toBeLessThan(2_000);
  await vi.waitFor(() => expect(warn.mock.calls[0]?.[1]).toBe('traces could not be sent'), { timeout: 8_000 });
});
