import { createServer } from 'node:net';
import { NewJobPosting } from '@anupalan/contract/job-postings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { fillJobPosting, formOf, GENUINE } from '../../../test/forms.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { UploadedFile } from '../../platform/files/uploads.ts';
import { keepJobPosting } from './commands.ts';

const FILE = { field: 'files', name: 'about.pdf', bytes: GENUINE.pdf };
const UNCHECKED = 'Files cannot be checked for viruses right now. Please try again shortly.';

/** A scanner that gives everything the same answer once it has come whole. */
const clamd = createServer((socket) => {
  socket.on('data', (part: Buffer) => part.subarray(-4).equals(Buffer.alloc(4)) && socket.end(verdict));
});
let verdict = '';
let server: TestApp;

beforeAll(async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  clamd.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = clamd.address();
  if (typeof address !== 'object' || !address) throw new Error('The scanner has no port');
  server = await startTestApp({ env: { CLAMD_URL: `tcp://127.0.0.1:${address.port}`, FORMS_PER_IP: '1000' } });
});

afterAll(async () => {
  await server.close();
  clamd.close();
});

test('a file is scanned before it is stored, and nothing is stored unscanned', async () => {
  verdict = 'stream: Test.Sick FOUND\0';
  const sick = await submit();
  expect(failureOf(sick)).toEqual([400, 'A virus was found in this file']);
  expect(sick.json().errors).toEqual({ files: 'A virus was found in this file' });
  verdict = 'something else\0';
  const unknown = await submit();
  expect([...failureOf(unknown), unknown.headers['retry-after']]).toEqual([503, UNCHECKED, '60']);
  expect([await count(), server.enqueued]).toEqual([0, []]);

  verdict = 'stream: OK\0';
  expect((await submit()).statusCode).toBe(201);
  expect(await count()).toBe(1);
});

test.each([
  [{ postings: 3 }, /^We cannot take more job openings right now\./],
  [{ bytes: 3 * GENUINE.pdf.length }, /^We cannot take more files right now\./],
  [{ bytesOfADay: 3 * GENUINE.pdf.length }, /^We cannot take more files right now\./],
])('however many senders there are at once, no more is kept than there is room for: %j', async (room, message) => {
  await server.services.database.pool.query('delete from job_postings');
  const form = NewJobPosting.parse(fillJobPosting());
  const all = { postings: 1_000, bytes: 1e9, bytesOfADay: 1e9, ...room };
  const kept = await Promise.allSettled(Array.from({ length: 6 }, () => submitWithin(form, all)));
  expect(kept.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await count()).toBe(3);
  const refused = kept.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  for (const reason of refused) {
    expect(reason).toMatchObject({ code: 'unavailable', retryAfter: 3_600, message: expect.stringMatching(message) });
  }
});

test('yesterday counts for all and not for today, and text alone needs no room for files', async () => {
  const { pool } = server.services.database;
  await pool.query(`update job_postings set created_at = now() - interval '25 hours'`);
  const form = NewJobPosting.parse(fillJobPosting());
  const room = { postings: 1_000, bytes: 1e9, bytesOfADay: GENUINE.pdf.length };
  await submitWithin(form, room);
  await expect(submitWithin(form, room)).rejects.toThrow('We cannot take more files right now.');
  await keepJobPosting(server.services, form, room);
});

/** Keeps a posting with one file, as the route does. */
function submitWithin(form: NewJobPosting, room: Parameters<typeof keepJobPosting>[2]) {
  const file = new UploadedFile('about.pdf', GENUINE.pdf.length, GENUINE.pdf);
  file.content = 'pdf';
  return keepJobPosting(server.services, { ...form, files: [file] }, room);
}

function submit() {
  return server.call({ ...formOf(fillJobPosting(), [FILE]), url: '/api/contact/job-posting', expect5xx: true });
}

async function count(): Promise<number> {
  const { rows } = await server.services.database.pool.query('select count(*) as n from job_postings');
  return rows[0].n;
}
