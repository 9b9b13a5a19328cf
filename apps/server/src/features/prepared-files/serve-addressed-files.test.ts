import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { ask, beginMaking, CONTENT, fetchFile, logged, path, row, run, server, whole } from './making.fixture.ts';

beginMaking();

describe('an address', () => {
  test('gives the file once, whole, under its name, and is in no log', async () => {
    const id = await ask();
    await run(whole);
    const url = await path(id);
    expect((await server.call({ method: 'HEAD', url })).statusCode).toBe(404);
    const first = await fetchFile(url);
    expect(first.rawPayload.equals(CONTENT)).toBe(true);
    expect(first.headers).toMatchObject({
      'content-length': String(CONTENT.length),
      'content-disposition': expect.stringMatching(/^attachment; filename="table.csv"/),
      'cache-control': 'no-store',
    });
    expect((await fetchFile(url)).statusCode).toBe(404);
    await expect.poll(async () => (await fetchFile(url, 'bytes=5-')).statusCode).toBe(404);
    expect((await fetchFile(`${url.slice(0, -1)}!`)).statusCode).toBe(404);
    expect(logged.some((line) => line.includes('/api/exports/files/…'))).toBe(true);
    expect(logged.filter((line) => line.includes(url))).toEqual([]);
  });

  test('is no address of another kind of file, and not used up by a store that is away', async () => {
    const id = await ask();
    await run(whole);
    const url = await path(id);
    expect((await fetchFile(url.replace('/exports/', '/packs/'))).statusCode).toBe(404);
    const { file_id: bytes } = await row(id);
    await server.owner.query('update files set removed_at = now() where id = $1', [bytes]);
    expect((await fetchFile(url)).statusCode).not.toBe(200);
    await server.owner.query('update files set removed_at = null where id = $1', [bytes]);
    expect((await fetchFile(url)).statusCode).toBe(200);
  });

  test('has to be used within a minute', async () => {
    const id = await ask();
    await run(whole);
    const url = await path(id);
    await server.owner.query(`update file_addresses set made_at = now() - interval '61 seconds'`);
    expect((await fetchFile(url)).json()).toMatchObject({ message: 'This file is not there any more' });
  });

  test('gives the rest of a download that broke off, and nothing before it began', async () => {
    // More than the buffers of a connection hold.
    const content = Buffer.concat(Array.from({ length: 60 }, () => CONTENT));
    const id = await ask();
    await run(async function* () {
      yield content;
    });
    const url = await path(id);
    expect((await fetchFile(url, 'bytes=100-')).statusCode).toBe(404);
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const got: Buffer[] = [];
    const asking = request(`${origin}${url}`).end();
    const [answer] = await once(asking, 'response');
    for await (const bytes of answer) {
      got.push(bytes);
      break;
    }
    asking.destroy();
    const read = Buffer.concat(got);
    expect(read.length).toBeLessThan(content.length);
    await server.owner.query(`update file_addresses set made_at = now() - interval '10 minutes'`);
    expect((await fetchFile(url)).statusCode).toBe(404);
    expect((await fetchFile(url, 'bytes=1-5')).statusCode).toBe(400);
    const rest = await fetchFile(url, `bytes=${read.length}-`);
    expect(rest.statusCode).toBe(206);
    expect(rest.headers['content-range']).toBe(`bytes ${read.length}-${content.length - 1}/${content.length}`);
    expect(Buffer.concat([read, rest.rawPayload]).equals(content)).toBe(true);
    await expect.poll(async () => (await fetchFile(url, 'bytes=5-')).statusCode).toBe(404);
  });
});
