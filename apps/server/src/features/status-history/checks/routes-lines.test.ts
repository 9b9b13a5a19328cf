import { beforeEach, describe, expect, test } from 'vitest';
import { addCodes, fileUnderEsi, readStored, summarize } from '../lines.fixture.ts';
import {
  addDated,
  approve,
  beginWithTeam,
  call,
  giveBack,
  queueOf,
  readEntry,
  record,
  removeDated,
  team,
} from './team.fixture.ts';

beginWithTeam();
beforeEach(fileUnderEsi);

/** Records for a number what waits. @returns the id of its record */
async function recordWaiting(registrationId: string): Promise<string> {
  const entry = await record(team.member, { registrationId });
  return entry.lines?.find((line) => line.registrationId === registrationId)?.waiting?._id ?? 'nothing waits';
}

const takeBack = async (id: string) =>
  expect((await call(team.member, 'POST', `/status-records/${id}/take-back`)).statusCode).toBe(200);

describe('checking what was recorded about one of several numbers (R-registrations-17)', () => {
  test('each line waits for itself, and the queue says of which number', async () => {
    const { a, b } = await addCodes('a', 'b');
    const [one, other] = [await recordWaiting(a), await recordWaiting(b)];
    expect(summarize(await readEntry())).toEqual(['pending', ['waits', 'waits']]);
    const { data } = (await call(team.checker, 'GET', '/checks')).json();
    expect(data).toMatchObject([
      { _id: one, registrationNumber: '31001234560000999' },
      { _id: other, registrationNumber: '53001234560000999' },
    ]);
    expect((await approve(team.checker, other)).statusCode).toBe(200);
    expect(summarize(await readEntry())).toEqual(['pending', ['waits', 'done']]);
    expect((await approve(team.checker, one)).statusCode).toBe(200);
    const entry = await readEntry();
    expect(summarize(entry)).toEqual(['done', ['done', 'done']]);
    expect(entry?.history).toMatchObject([
      { _id: one, registrationId: a },
      { _id: other, registrationId: b },
    ]);
    const { settled_at, newest } = await readStored(team.owner);
    expect(settled_at).toEqual(newest);
  });

  test('a line that was returned is open, and says why until it is recorded anew', async () => {
    const { a, b } = await addCodes('a', 'b');
    await approve(team.checker, await recordWaiting(b));
    await giveBack(team.checker, await recordWaiting(a));
    const entry = await readEntry();
    expect(summarize(entry)).toEqual(['pending', ['returned', 'done']]);
    expect(entry?.lines?.[0]?.returned).toMatchObject({ reason: 'Wrong month' });
    await approve(team.checker, await recordWaiting(a));
    expect(summarize(await readEntry())).toEqual(['done', ['done', 'done']]);
  });

  test('what is newer takes the place of what waits for the same number, or for all', async () => {
    const { a, b } = await addCodes('a', 'b');
    const first = await recordWaiting(a);
    const other = await recordWaiting(b);
    const second = await recordWaiting(a);
    expect(await queueOf(team.checker)).toEqual([other, second]);
    expect((await approve(team.checker, first)).statusCode).toBe(409);
    const all = (await record(team.member)).waiting?._id ?? '';
    expect(await queueOf(team.checker)).toEqual([all]);
    await takeBack(all);
    expect(await queueOf(team.checker)).toEqual([other, second]);
    expect(summarize(await readEntry())).toEqual(['pending', ['waits', 'waits']]);
    await takeBack(second);
    expect(await queueOf(team.checker)).toEqual([first, other]);
    await record(team.member, { registrationId: b, status: 'not-done' });
    expect(await queueOf(team.checker)).toEqual([first]);
    await record(team.member);
    expect(await queueOf(team.checker)).toHaveLength(1);
    await record(team.member, { registrationId: b, status: 'not-done' });
    expect(await queueOf(team.checker)).toEqual([]);
  });

  test('a status about all that is approved ends the lines', async () => {
    const { a } = await addCodes('a', 'b');
    await approve(team.checker, await recordWaiting(a));
    const all = (await record(team.member)).waiting?._id ?? '';
    expect(summarize(await readEntry())).toEqual(['pending', ['done', 'pending']]);
    await approve(team.checker, all);
    expect(summarize(await readEntry())).toEqual(['done', null]);
  });

  test('what the approval of one stood on is changed: its line waits again, and no other', async () => {
    const { a, b } = await addCodes('a', 'b');
    await approve(team.checker, await recordWaiting(b));
    const thing = await addDated(team.member, 'payment-dates');
    await approve(team.checker, await recordWaiting(a));
    expect(summarize(await readEntry())).toEqual(['done', ['done', 'done']]);
    expect((await removeDated(team.member, 'payment-dates', thing)).statusCode).toBe(200);
    expect(summarize(await readEntry())).toEqual(['pending', ['waits', 'done']]);
    const [again = ''] = await queueOf(team.checker);
    await approve(team.checker, again);
    const entry = await readEntry();
    expect(summarize(entry)).toEqual(['done', ['done', 'done']]);
    expect(entry?.history.find(({ _id }) => _id === again)).toMatchObject({ registrationId: a });
  });

  test('what waits about another number is not what the checker sees of the one that waits again', async () => {
    const { a, b } = await addCodes('a', 'b');
    const thing = await addDated(team.member, 'payment-dates');
    await approve(team.checker, await recordWaiting(a));
    const other = await recordWaiting(b);
    await removeDated(team.member, 'payment-dates', thing);
    expect(summarize(await readEntry())).toEqual(['pending', ['waits', 'waits']]);
    expect(await queueOf(team.checker)).toEqual([other, expect.any(String)]);
  });

  test('what waits for a number that is removed waits on, and counts once it is approved', async () => {
    const { a, b } = await addCodes('a', 'b');
    await approve(team.checker, await recordWaiting(a));
    const waiting = await recordWaiting(b);
    expect((await call(team.owner, 'DELETE', `/registrations/${b}`)).statusCode).toBe(200);
    expect(await queueOf(team.checker)).toEqual([waiting]);
    await approve(team.checker, waiting);
    expect(summarize(await readEntry())).toEqual(['done', ['done', 'done']]);
  });
});
