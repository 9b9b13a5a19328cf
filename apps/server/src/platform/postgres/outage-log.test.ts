import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../errors/errors.ts';
import { DatabaseSilent } from './database-errors.ts';
import { openOutageLog } from './outage-log.ts';

const refused = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] }));

afterEach(() => vi.useRealTimers());

function open() {
  const lines: string[] = [];
  const { log, watch } = openOutageLog({}, { write: (line) => lines.push(line) });
  let up = false;
  watch(async () => {
    if (!up) throw refused();
  });
  const said = () => lines.map((line) => JSON.parse(line)).map(({ msg, reason, seconds }) => [msg, reason ?? seconds]);
  const comeBack = () => {
    up = true;
  };
  return { log, said, comeBack };
}

test('a database that goes away is one line, whoever notices and how often, and one when it is back', async () => {
  const { log, said, comeBack } = open();
  log.error({ err: Object.assign(new Error('terminating connection'), { code: '57P01' }) }, 'database connection lost');
  log.error({ err: refused() }, 'database listener lost');
  log.error({ err: { message: 'connect ECONNREFUSED', code: 'ECONNREFUSED', queue: 'x' } }, 'job queue failure');
  const silent = new AppError('unavailable', 'no answer', { cause: new DatabaseSilent('no answer') });
  for (let call = 0; call < 20; call++) log.child({ reqId: call }).error({ err: silent }, 'the service is unavailable');
  log.warn({ err: refused(), queue: 'deliver-mail' }, 'job failed and will be tried again');
  expect(said()).toEqual([['the database is away', 'terminating connection']]);

  await vi.advanceTimersByTimeAsync(5_500);
  expect(said()).toHaveLength(1);
  comeBack();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(said().slice(1)).toEqual([['the database is back', 6]]);

  log.error({ err: refused() }, 'database connection lost');
  expect(said()[2]).toEqual(['the database is away', 'connect ECONNREFUSED 127.0.0.1:5432']);
});

test('every other line stays as it is', () => {
  const { log, said } = open();
  log.error({ err: new Error('a fault') }, 'unexpected failure');
  log.error({ err: Object.assign(new Error('canceling statement'), { code: '57014' }) }, 'a slow statement');
  log.warn({ err: refused(), queue: 'deliver-mail' }, 'a mail server that is away');
  log.info('a line');
  expect(said().map(([line]) => line)).toEqual([
    'unexpected failure',
    'a slow statement',
    'a mail server that is away',
    'a line',
  ]);
});
