import { describe, expect, test } from 'vitest';
import { addPerson, type Person } from '../../../test/people.ts';
import { beginSession, endSession } from '../../identity/sessions.ts';
import { makeFiles } from './make-files.ts';
import {
  ask,
  beginMaking,
  CONTENT,
  fetchFile,
  get,
  maker,
  owner,
  PAYER_BYTES,
  path,
  row,
  run,
  server,
  whole,
} from './making.fixture.ts';

beginMaking();

const removedAt = async (bytes: string) =>
  (await server.owner.query('select removed_at from files where id = $1', [bytes])).rows[0].removed_at;

const unremoved = async () =>
  (
    await server.owner.query('select id from files where workspace_id = $1 and removed_at is null', [owner.workspaceId])
  ).rows.map(({ id }) => id);

describe('a file ends', () => {
  test('with the Premium of the company, while it is made and once it is ready', async () => {
    const ready = await ask();
    await run(whole);
    const { file_id: bytes } = await row(ready);
    const url = await path(ready);
    const begun = await ask();
    await run(async function* () {
      yield CONTENT.subarray(0, 10);
      await server.owner.query(`update users set role = 'user' where id = $1`, [owner.userId]);
      yield CONTENT.subarray(10);
    });
    expect([await row(ready), await row(begun)]).toEqual([undefined, undefined]);
    expect((await fetchFile(url)).statusCode).toBe(404);
    expect(await removedAt(bytes)).not.toBeNull();
    expect(await unremoved()).toEqual([]);
    // What is asked for on the free plan is made.
    const free = await ask();
    await run(whole);
    expect(await get(free)).toMatchObject({ state: 'ready' });
  });

  describe('with the impersonation', () => {
    async function impersonate(): Promise<{ administrator: Person; token: string; end: () => Promise<unknown> }> {
      const { db } = server.services.database;
      const administrator = await addPerson(server.services, { role: 'admin' });
      const of = { userId: owner.userId, device: 'test', impersonatorId: administrator.userId };
      const token = await beginSession(db, of);
      const { rows } = await server.owner.query('select id from sessions where impersonator_id = $1', [
        administrator.userId,
      ]);
      const session = { id: rows[0].id, ...of };
      return { administrator, token, end: () => db.transaction().execute((trx) => endSession(trx, session)) };
    }

    test('that asked for it, while it is made and once it is ready', async () => {
      const { administrator, end } = await impersonate();
      const ready = await ask(undefined, 'export', administrator.userId);
      await run(whole);
      expect(await get(ready)).toMatchObject({ state: 'ready' });
      const own = await ask();
      await run(whole);
      const begun = await ask(undefined, 'export', administrator.userId);
      await run(async function* () {
        yield CONTENT.subarray(0, 10);
        await end();
        yield CONTENT.subarray(10);
      });
      expect([await row(ready), await row(begun)]).toEqual([undefined, undefined]);
      expect(await unremoved()).toEqual([(await row(own)).file_id]);
    });

    test('only once no session of the same administrator in that name goes on', async () => {
      const { administrator, token, end } = await impersonate();
      const asked = await ask(undefined, 'export', administrator.userId);
      await run(whole);
      const address = await path(asked, token);
      const of = { userId: owner.userId, device: 'another', impersonatorId: administrator.userId };
      await beginSession(server.services.database.db, of);
      await end();
      expect(await get(asked)).toMatchObject({ state: 'ready' });
      expect((await fetchFile(address)).statusCode).toBe(200);
      await server.owner.query('delete from sessions where impersonator_id = $1', [administrator.userId]);
      expect(await row(asked)).toBeUndefined();
    });

    test('that made its address, of whosever file, also when its hour is over', async () => {
      const { administrator, token, end } = await impersonate();
      const own = await ask();
      const asked = await ask(undefined, 'export', administrator.userId);
      await run(whole);
      const lapse = () =>
        server.owner.query(`update sessions set expires_at = now() where impersonator_id = $1`, [administrator.userId]);
      const [address, ended, ofOwner] = [await path(own, token), await path(own, token), await path(asked)];
      expect((await fetchFile(address)).statusCode).toBe(200);
      await lapse();
      expect((await fetchFile(ended)).statusCode).toBe(404);
      expect((await fetchFile(ofOwner)).statusCode).toBe(404);
      // Nobody makes what it asked for any more.
      const late = await ask(undefined, 'export', administrator.userId);
      await run(whole);
      expect(await get(late)).toMatchObject({ state: 'failed' });
      await end();
      const { rows } = await server.owner.query('select from file_addresses where impersonator_id is not null');
      expect(rows).toEqual([]);
      expect((await fetchFile(await path(own))).statusCode).toBe(200);
    });
  });
});

test('a download is gone on with twenty times, within an hour', async () => {
  const id = await ask();
  await run(whole);
  const begin = async () => {
    const url = await path(id);
    // As if it had broken off.
    await server.owner.query('update file_addresses set begun_at = now() where prepared_file_id = $1', [id]);
    return url;
  };
  const change = (what: string) =>
    server.owner.query(`update file_addresses set ${what} where prepared_file_id = $1`, [id]);
  const first = await begin();
  await change('resumes = 19');
  // What gives nothing uses none of them.
  expect((await fetchFile(first, `bytes=${CONTENT.length}-`)).statusCode).toBe(400);
  const { file_id: bytes } = await row(id);
  await server.owner.query('update files set removed_at = now() where id = $1', [bytes]);
  expect((await fetchFile(first, 'bytes=5-')).statusCode).toBe(404);
  await server.owner.query('update files set removed_at = null where id = $1', [bytes]);
  expect((await fetchFile(first, 'bytes=5-')).statusCode).toBe(206);
  await change('finished_at = null');
  expect((await fetchFile(first, 'bytes=5-')).statusCode).toBe(404);
  const second = await begin();
  await change(`resumes = 0, begun_at = now() - interval '61 minutes'`);
  expect((await fetchFile(second, 'bytes=5-')).statusCode).toBe(404);
});

describe('the room of made files', () => {
  const GB = 1024 ** 3;

  /** Makes a ready file as large as is said. */
  async function makeLarge(size: number, kind: 'export' | 'pack' = 'export'): Promise<string> {
    const id = await ask(undefined, kind);
    await make(kind);
    await server.owner.query('update prepared_files set size = $1 where id = $2', [size, id]);
    return id;
  }

  const make = (kind: 'export' | 'pack') =>
    makeFiles(server.services, {
      ...{ makers: [{ ...maker(whole), kind }], heldSeconds: 30, isStopping: () => false },
    });

  const words =
    'Files made for all companies that one person pays for may take 21 GB together. Please choose fewer days or ' +
    'acts, or wait: each is gone after 24 hours';

  test('is refused where others take it, and said while it is made', async () => {
    await makeLarge(PAYER_BYTES + GB, 'pack');
    await expect(ask()).rejects.toMatchObject({ code: 'conflict', message: words });
    const { workspaceId } = owner;
    await server.owner.query(`update prepared_files set size = size - 1000 where workspace_id = $1`, [workspaceId]);
    const id = await ask();
    await run(whole);
    expect(await get(id)).toMatchObject({ state: 'failed', fault: words });
    expect(await unremoved()).toHaveLength(1);
  });

  test('is that of all companies of a payer, and of a free company alone', async () => {
    await makeLarge(PAYER_BYTES + GB, 'pack');
    const { workspaceId, userId } = owner;
    const other = await addPerson(server.services, { company: { employeeCount: 20, state: 'Kerala' } });
    const askThere = () =>
      server.call({
        method: 'POST',
        url: '/api/packs',
        token: other.token,
        payload: { from: '2026-01-01', to: '2026-02-01' },
      });
    await server.owner.query('update workspaces set payer_id = $1 where id = $2', [userId, other.workspaceId]);
    expect((await askThere()).json()).toMatchObject({ message: words });
    await server.owner.query('update workspaces set payer_id = null where id = $1', [other.workspaceId]);
    expect((await askThere()).statusCode).toBe(201);
    await server.owner.query(
      `insert into prepared_files (workspace_id, id, kind, wanted, name, asked_by, state, size, ended_at)
       values ($1, gen_random_uuid(), 'export', '{}', 'x', $2, 'ready', $3, now())`,
      [other.workspaceId, other.userId, 3 * GB],
    );
    await server.owner.query(`delete from prepared_files where workspace_id = $1 and state = 'waiting'`, [
      other.workspaceId,
    ]);
    expect((await askThere()).json()).toMatchObject({
      message:
        'Files made for a free company may take 3 GB together. Please choose fewer days or acts, or upgrade to Premium',
    });
    await server.owner.query('delete from prepared_files where workspace_id = $1', [workspaceId]);
  });

  test('is made by the oldest of the kind', async () => {
    const first = await makeLarge(PAYER_BYTES, 'pack');
    const second = await makeLarge(GB - CONTENT.length, 'pack');
    expect(await row(first)).toMatchObject({ state: 'ready' });
    await server.owner.query('update prepared_files set size = $1 where id = $2', [GB, second]);
    const third = await ask(undefined, 'pack');
    await make('pack');
    const states = await Promise.all([first, second, third].map(async (id) => (await row(id))?.state));
    expect(states).toEqual([undefined, 'ready', 'ready']);
  });
});

test('what a try wrote that was killed is taken away by the next one', async () => {
  const id = await ask();
  const writing = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  const killed = run(async function* () {
    yield CONTENT;
    writing.resolve();
    await going.promise;
  });
  await writing.promise;
  const [partial] = await unremoved();
  expect((await row(id)).writing).toBe(partial);
  await server.owner.query(`update prepared_files set held_until = now() - interval '1 second' where id = $1`, [id]);
  await run(whole);
  expect(await unremoved()).toEqual([(await row(id)).file_id]);
  expect(await removedAt(partial)).not.toBeNull();
  going.resolve();
  await killed;
  expect(await unremoved()).toEqual([(await row(id)).file_id]);
});
