import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startTestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';
import { makeFeed } from './calendar.fixture.ts';

test('no line of the log has the token of a calendar', async () => {
  let log = '';
  const sink = new Writable({
    write: (line, _encoding, done) => {
      log += line;
      done();
    },
  });
  const server = await startTestApp({ log: pino({ level: 'trace' }, sink) });
  try {
    const url = await makeFeed(server, await addPerson(server.services), 'person');
    const [, token = ''] = /feeds\/([\w-]{43})\.ics$/.exec(url) ?? [];
    for (const path of [
      url,
      `/api/feeds/${token}`,
      `/api/feeds/${token}.ics/`,
      `/api/feeds/%2F${token}.ics?x=${token}`,
    ]) {
      await server.call({ url: path });
    }
    expect(log).toContain('"path":"/api/feeds/….ics"');
    expect([token.length, log.includes(token)]).toEqual([43, false]);
  } finally {
    await server.close();
  }
});
