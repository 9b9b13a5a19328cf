import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { addPerson, join } from '../../../test/people.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { deleteOldPreparedFiles } from './commands-retention.ts';
import { createPreparedFileJobs } from './jobs.ts';
import { makeFiles } from './make-files.ts';
import {
  addressOf,
  ask,
  askAs,
  beginMaking,
  CONTENT,
  fetchFile,
  get,
  maker,
  owner,
  path,
  row,
  run,
  server,
  whole,
} from './making.fixture.ts';

beginMaking();

describe('a file', () => {
  test('is made by the job, and its asker is told', async () => {
    const id = await ask();
    expect(server.enqueued.at(-1)).toEqual({ queue: 'make-prepared-files', data: {} });
    expect(await get(id)).toMatchObject({ state: 'waiting', progress: { done: 0, of: null }, until: null });
    await run(whole);
    expect(await get(id)).toMatchObject({ state: 'ready', size: CONTENT.length, fault: null, name: 'table.csv' });
    const { rows } = await server.owner.query(`select kind, about from messages where user_id = $1`, [owner.userId]);
    expect(rows).toEqual([{ kind: 'prepared-file', about: { fileId: id } }]);
    const bell = await server.call({ url: '/api/notifications', token: owner.token });
    expect(bell.json().data).toMatchObject([{ kind: 'file-ready', title: 'table.csv', by: null }]);
  });

  test('isn’t made twice at a time, and nobody has more than five made', async () => {
    // The order of the route's own call, which isn't that of jsonb.
    const wanted = { format: 'csv', table: 'statuses' };
    expect(await ask(wanted)).toBe(await ask(wanted));
    const asked = await Promise.allSettled(Array.from({ length: 6 }, () => ask()));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    await expect(ask()).rejects.toThrow('5 exports are being made for you already');
    await run(whole);
    await ask();
    await run(whole);
  });

  test('is one at a time in a company where it is a pack', async () => {
    await ask({}, 'pack');
    await expect(ask({}, 'pack')).rejects.toThrow('One is being made already');
  });

  test('that fails is tried again, and has failed after five tries', async () => {
    const id = await ask();
    for (let n = 0; n < 5; n++) {
      expect(await get(id)).toMatchObject({ state: 'waiting' });
      await server.owner.query('update prepared_files set held_until = null where id = $1', [id]);
      await run(async function* () {
        yield CONTENT;
        throw new Error('away');
      });
    }
    const fault = 'Something went wrong while it was made. Please try again.';
    expect(await get(id)).toMatchObject({ state: 'failed', fault, until: null });
    expect((await addressOf(id)).statusCode).toBe(409);
    const { rows } = await server.owner.query(`select from files where workspace_id = $1 and removed_at is null`, [
      owner.workspaceId,
    ]);
    expect(rows).toEqual([]);
  });

  test('that kills whoever makes it has failed after five tries, too', async () => {
    const id = await ask();
    await server.owner.query(`update prepared_files set state = 'making', tries = 5 where id = $1`, [id]);
    await run(whole);
    expect(await get(id)).toMatchObject({ state: 'failed' });
  });

  test('that can’t be made at all says why at once', async () => {
    const id = await ask();
    await run(() => {
      throw new AppError('invalid', 'There is nothing to make');
    });
    expect(await get(id)).toMatchObject({ state: 'failed', fault: 'There is nothing to make' });
  });

  test('of an instance that fell silent is made by another, and the first one’s counts for nothing', async () => {
    const id = await ask();
    const going = Promise.withResolvers<void>();
    const first = run(async function* () {
      yield CONTENT.subarray(0, 10);
      await going.promise;
      yield CONTENT.subarray(10, 20);
    });
    await expect.poll(async () => (await get(id))?.state).toBe('making');
    await server.owner.query(`update prepared_files set held_until = now() - interval '1 second' where id = $1`, [id]);
    await run(whole);
    going.resolve();
    await first;
    expect(await get(id)).toMatchObject({ state: 'ready', size: CONTENT.length });
    const { rows } = await server.owner.query(`select from files where workspace_id = $1 and removed_at is null`, [
      owner.workspaceId,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('ends when newer ones take its room: a company has three packs', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) {
      ids.push(await ask({}, 'pack'));
      await makeFiles(server.services, {
        ...{ makers: [{ ...maker(whole), kind: 'pack' }], heldSeconds: 30, isStopping: () => false },
      });
    }
    expect(await Promise.all(ids.map(async (id) => (await row(id))?.state))).toEqual([
      undefined,
      ...Array(3).fill('ready'),
    ]);
    const { rows } = await server.owner.query(`select from files where workspace_id = $1 and removed_at is null`, [
      owner.workspaceId,
    ]);
    expect(rows).toHaveLength(3);
  });

  test('is given back by an instance that stops', async () => {
    const id = await ask();
    let isStopping = false;
    await run(
      async function* () {
        yield CONTENT.subarray(0, 10);
        isStopping = true;
        for (let n = 0; n < 100; n++) {
          await pause(100);
          yield CONTENT.subarray(0, 10);
        }
      },
      () => isStopping,
    );
    expect(await row(id)).toMatchObject({ state: 'waiting', tries: 0 });
    await run(whole);
    expect(await get(id)).toMatchObject({ state: 'ready' });
  });

  test('ends with the membership of who asked, while it is made and once it is ready', async () => {
    const member = await addPerson(server.services);
    await join(server.services, member, owner, { role: 'member' });
    askAs({ ...member, workspaceId: owner.workspaceId });
    const ready = await ask();
    await run(whole);
    const { file_id: bytes } = await row(ready);
    const url = await path(ready);
    const begun = await ask();
    await run(async function* () {
      yield CONTENT.subarray(0, 10);
      await server.owner.query('delete from memberships where user_id = $1 and workspace_id = $2', [
        member.userId,
        owner.workspaceId,
      ]);
      yield CONTENT.subarray(10);
    });
    expect([await row(ready), await row(begun)]).toEqual([undefined, undefined]);
    expect((await fetchFile(url)).statusCode).toBe(404);
    const { rows } = await server.owner.query('select removed_at from files where id = $1', [bytes]);
    expect(rows).toMatchObject([{ removed_at: expect.any(Date) }]);
  });

  test('is gone after a day', async () => {
    const id = await ask();
    await run(whole);
    const url = await path(id);
    await server.owner.query(`update prepared_files set ended_at = now() - interval '24 hours' where id = $1`, [id]);
    expect(await get(id)).toBeNull();
    expect((await fetchFile(url)).statusCode).toBe(404);
    await deleteOldPreparedFiles(server.services.database.db);
    expect(await row(id)).toBeUndefined();
  });

  test('of somebody else is no file', async () => {
    const id = await ask();
    await run(whole);
    const member = await addPerson(server.services);
    await join(server.services, member, owner, { role: 'manager' });
    expect(await get(id, member)).toBeNull();
  });
});

test('the job runs each minute, two files at a time', () => {
  expect(createPreparedFileJobs(server.services, [])).toMatchObject([
    { queue: 'make-prepared-files', cron: '* * * * *', atOnce: 2 },
    { queue: 'delete-prepared-files', cron: '13 * * * *' },
  ]);
});
