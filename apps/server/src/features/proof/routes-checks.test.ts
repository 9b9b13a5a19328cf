import type { Evidence } from '@anupalan/contract/proof/evidence';
import type { HistoryRecord } from '@anupalan/contract/status-history';
import { describe, expect, test } from 'vitest';
import {
  addDated,
  approve,
  assign,
  beginWithTeam,
  call,
  queueOf,
  readEntry,
  recordWaiting,
  send,
  team,
  world,
} from '../status-history/checks/team.fixture.ts';
import { addFile, listFiles, removeFile, sendFile } from './evidence-calls.fixture.ts';

beginWithTeam();

/** Records with a file, and has it approved. @returns the ids of the file and the record */
async function approveWithFile(): Promise<{ file: string; id: string }> {
  const { _id: file } = await addFile(team.member);
  const response = await send(team.member, { evidence: [file] });
  const id: string = response.json().data.statusHistory[0].waiting._id;
  expect((await approve(team.checker, id)).statusCode).toBe(200);
  return { file, id };
}

const waitingOf = async () => (await readEntry())?.waiting?._id ?? null;
const countingOf = async () => (await readEntry())?.history.filter(isCounting).map(({ _id }) => _id);
const isCounting = ({ takenBack, status }: HistoryRecord) => !takenBack && status !== 'NOTE';
const idsOf = async (recordId: string) => (await listFiles(team.owner, `recordId=${recordId}`)).map(({ _id }) => _id);

test('the queue says how many files stand at a record, also those that it took over from the one before', async () => {
  const filesOf = async () =>
    (await call(team.checker, 'GET', '/checks')).json().data.map(({ files }: { files: number }) => files);
  const { _id: first } = await addFile(team.member);
  const response = await send(team.member, { evidence: [first] });
  const id: string = response.json().data.statusHistory[0].waiting._id;
  await addFile(team.member, { recordId: id });
  expect(await filesOf()).toEqual([2]);
  // A revision takes the place of one, and what is removed counts for none.
  const revision = (await sendFile(team.member, { revisionOf: first })).json().data;
  expect(await filesOf()).toEqual([2]);
  await removeFile(team.manager, revision._id);
  const [left] = await filesOf();
  expect((await listFiles(team.owner, `recordId=${await waitingOf()}`)).filter(stands)).toHaveLength(left);
  expect((await approve(team.checker, (await waitingOf()) ?? '')).statusCode).toBe(200);
  expect((await sendFile(team.manager, { recordId: id })).statusCode).toBe(201);
  const again = (await waitingOf()) ?? '';
  expect(await filesOf()).toEqual([(await listFiles(team.owner, `recordId=${again}`)).filter(stands).length]);
});

const stands = ({ removed, replacedBy }: Evidence) => removed === null && replacedBy === null;

describe('an approved record waits again', () => {
  test.each([
    ['a file is added', ({ id }: { id: string }) => sendFile(team.manager, { recordId: id })],
    ['its file is replaced', ({ file }: { file: string }) => sendFile(team.manager, { revisionOf: file })],
    ['its file is removed', ({ file }: { file: string }) => removeFile(team.manager, file)],
    [
      'its file is said to name another amount',
      ({ file }: { file: string }) => call(team.manager, 'PATCH', `/evidence/${file}`, { amount: 5 }),
    ],
  ])('when %s', async (_, change) => {
    const approved = await approveWithFile();
    const response = await change(approved);
    expect(response.statusCode, response.body).toBeLessThan(300);
    const waiting = await waitingOf();
    expect([waiting === null, await countingOf()]).toEqual([false, []]);
    expect(await queueOf(team.checker)).toEqual([waiting]);
    // Who changed it doesn't check it, and approved once more it counts with the files that stand now.
    expect((await approve(team.manager, waiting ?? '')).statusCode).toBe(403);
    const before = await idsOf(waiting ?? '');
    expect((await approve(team.checker, waiting ?? '')).statusCode).toBe(200);
    expect(await countingOf()).toEqual([waiting]);
    expect(await idsOf(waiting ?? '')).toEqual(before);
    // What changes once more makes it wait once more.
    expect((await sendFile(team.manager, { recordId: waiting ?? '' })).statusCode).toBe(201);
    expect(await countingOf()).toEqual([]);
  });

  test('when a file of its payment is added', async () => {
    const paymentDateId = await addDated(team.member, 'payment-dates');
    const { id } = await approveWithFile();
    expect(await countingOf()).toEqual([id]);
    await addFile(team.member, { paymentDateId });
    expect([await countingOf(), (await waitingOf()) === null]).toEqual([[], false]);
  });

  test('and nothing is said of it that changes nothing', async () => {
    const { file, id } = await approveWithFile();
    expect((await call(team.member, 'PATCH', `/evidence/${file}`, { number: '', amount: null })).statusCode).toBe(200);
    expect(await countingOf()).toEqual([id]);
  });

  test('not where nobody may check it then: nothing changes', async () => {
    const { file, id } = await approveWithFile();
    await world.server.owner.query(`delete from memberships where workspace_id = $1 and user_id in ($2, $3)`, [
      team.owner.workspaceId,
      team.checker.userId,
      team.manager.userId,
    ]);
    await assign(team.owner, { scope: 'item', ids: [world.items.one], checker: team.owner.userId });
    expect((await removeFile(team.owner, file)).statusCode).toBe(409);
    expect([await countingOf(), await idsOf(id)]).toEqual([[id], [file]]);
  });

  test('whoever writes past the commands is refused by the database', async () => {
    const { file, id } = await approveWithFile();
    const refused = /approved record .* stands on evidence/;
    const { owner } = world.server;
    const remove = `update evidence set removed_at = now(), removed_by = by, removed_reason = '' where id = $1`;
    await expect(owner.query(remove, [file])).rejects.toThrow(refused);
    const { _id: staged } = await addFile(team.member);
    const attach = `update evidence set subject_kind = 'record', subject_id = $2, attached_at = now(), day = '2026-12-15',
      item_id = $3 where id = $1`;
    await expect(owner.query(attach, [staged, id, world.items.one])).rejects.toThrow(refused);
    const other = await send(team.member, {}, world.items.other);
    const replace = `update evidence set subject_kind = 'record', subject_id = $2, attached_at = now(), day = '2026-12-15',
      item_id = $3, replaces = $4 where id = $1`;
    const { _id: counting } = other.json().data.statusHistory[0].history[0];
    await expect(owner.query(replace, [staged, counting, world.items.other, file])).rejects.toThrow(refused);
  });
});

test('a file is replaced at every record that stands on it, also once the one that it came with is put aside', async () => {
  const { file } = await approveWithFile();
  const response = await send(team.member, { evidence: [file], note: 'Once more' });
  const second: string = response.json().data.statusHistory[0].waiting._id;
  expect((await approve(team.checker, second)).statusCode).toBe(200);
  const { _id: newer } = await addFile(team.member, { revisionOf: file });
  const waiting = (await waitingOf()) ?? '';
  expect([await countingOf(), (await idsOf(waiting)).toSorted()]).toEqual([[], [file, newer].toSorted()]);
  const { _id: newest } = await addFile(team.member, { revisionOf: newer });
  expect(await waitingOf()).toBe(waiting);
  expect((await idsOf(waiting)).toSorted()).toEqual([file, newer, newest].toSorted());
});

test('a record that waits goes on waiting, and who adds a file to it doesn’t check it', async () => {
  const id = await recordWaiting(team.member);
  await addFile(team.checker, { recordId: id });
  expect([await waitingOf(), await queueOf(team.checker), await queueOf(team.owner)]).toEqual([id, [], [id]]);
  expect((await approve(team.checker, id)).statusCode).toBe(403);
  expect((await approve(team.owner, id)).statusCode).toBe(200);
});

test('a record that counts for nothing any more takes no files', async () => {
  const { id } = await approveWithFile();
  await addFile(team.manager, { recordId: id });
  const response = await sendFile(team.manager, { recordId: id });
  expect([response.statusCode, response.json().message]).toEqual([
    409,
    'This record does not count any more. Please look again',
  ]);
});

test('of two who add a file and approve at once, one comes after the other', async () => {
  for (let n = 0; n < 5; n++) {
    const id = await recordWaiting(team.member, { note: `Try ${n}` });
    const [added] = await Promise.all([sendFile(team.member, { recordId: id }), approve(team.checker, id)]);
    expect(added.statusCode).toBe(201);
    const waiting = await waitingOf();
    const standing = waiting ?? (await countingOf())?.at(-1) ?? '';
    expect(await idsOf(standing)).toEqual([added.json().data._id]);
    if (waiting !== null) expect((await approve(team.checker, waiting)).statusCode).toBe(200);
  }
});
