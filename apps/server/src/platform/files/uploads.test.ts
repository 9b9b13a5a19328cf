import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { formOf, GENUINE } from '../../../test/forms.ts';
import { handleErrors } from '../http/error-handler.ts';
import { acceptUploads, withUpload } from './uploads.ts';

const FIVE_MB = 5 * 1024 * 1024;
const UPLOAD = { field: 'files', several: true, maxBytes: 5 * FIVE_MB };

test('more than there is memory for is asked to come back, until there is room again', async () => {
  const stored = Promise.withResolvers<void>();
  const store = vi.fn(() => stored.promise);
  const app = Fastify();
  handleErrors(app);
  await acceptUploads(app);
  app.post('/', (request) => withUpload(request, UPLOAD, store));
  const file = { field: 'files', name: 'a.pdf', bytes: Buffer.concat([GENUINE.pdf], FIVE_MB) };
  const form = formOf({}, Array(5).fill(file));
  const send = () => app.inject({ ...form, url: '/' });

  const waiting = Array.from({ length: 10 }, send);
  await vi.waitFor(() => expect(store).toHaveBeenCalledTimes(10), 10_000);
  const refused = await send();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '10']);

  stored.resolve();
  const answers = await Promise.all([...waiting, send()]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(11).fill(200));
  await app.close();
});
