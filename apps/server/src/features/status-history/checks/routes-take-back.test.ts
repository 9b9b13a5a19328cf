import { describe, expect, test } from 'vitest';
import {
  approve,
  assign,
  beginWithTeam,
  call,
  giveBack,
  leave,
  queueOf,
  readEntry,
  record,
  recordWaiting,
  team,
  world,
} from './team.fixture.ts';

beginWithTeam();

async function takeBack(person: Parameters<typeof call>[0], id: string): Promise<void> {
  const response = await call(person, 'POST', `/status-records/${id}/take-back`);
  expect(response.statusCode, response.body).toBe(200);
}

describe('what waits, taken back, leaves the day as it was (R-checks-14)', () => {
  test('a colleague’s record whose place it took waits again, one after the other', async () => {
    const first = await recordWaiting(team.member);
    const second = await recordWaiting(team.manager, { note: 'Filed again' });
    const third = await recordWaiting(team.owner, { status: 'not-to-do' });
    await takeBack(team.owner, third);
    expect(await queueOf(team.checker)).toEqual([second]);
    await takeBack(team.manager, second);
    expect(await queueOf(team.checker)).toEqual([first]);
    expect(await readEntry()).toMatchObject({ current: 'pending', waiting: { _id: first } });
    expect((await approve(team.checker, first)).statusCode).toBe(200);
    expect(await readEntry()).toMatchObject({ current: 'done', waiting: null });
  });

  test('one that was returned is returned still', async () => {
    const first = await recordWaiting(team.member);
    await giveBack(team.checker, first);
    await takeBack(team.manager, await recordWaiting(team.manager));
    expect(await readEntry()).toMatchObject({ waiting: null, returned: { _id: first, reason: 'Wrong month' } });
    expect(await queueOf(team.checker)).toEqual([]);
  });

  test('one that a status took the place of is not brought back', async () => {
    await recordWaiting(team.member);
    await record(team.manager, { status: 'not-done' });
    await takeBack(team.manager, await recordWaiting(team.manager));
    expect(await readEntry()).toMatchObject({ current: 'not-done', waiting: null });
    expect(await queueOf(team.checker)).toEqual([]);
  });

  test('whose checker has left, or is another one by now, waits for the owner', async () => {
    const first = await recordWaiting(team.member);
    const second = await recordWaiting(team.manager, { note: 'Filed again' });
    await assign(team.owner, { scope: 'item', ids: [world.items.one], checker: team.owner.userId });
    await takeBack(team.manager, second);
    expect([await queueOf(team.checker), await queueOf(team.owner)]).toEqual([[], [first]]);
    await assign(team.owner, { scope: 'item', ids: [world.items.one], checker: team.checker.userId });
    const [other, newer] = [
      await recordWaiting(team.member, { forDate: '2026-12-16' }),
      await recordWaiting(team.manager, { forDate: '2026-12-16' }),
    ];
    await leave(team.checker);
    await takeBack(team.manager, newer);
    expect(await queueOf(team.owner)).toEqual([first, other]);
  });
});
