import { expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { addPerson, join, type Person } from '../../../test/people.ts';
import {
  approve,
  assign,
  beginWithCheckers,
  call,
  complain,
  duty,
  newsOf,
  pathOf,
  queueOf,
  readDuty,
  record,
  say,
  team,
  wait,
  world,
} from './checked-duties.fixture.ts';
import { ACCIDENT, dutyOf, JOINS } from './event-world.fixture.ts';

beginWithCheckers();

test('is not got round by declining its duty, or by closing an event with an overdue one as a member', async () => {
  const accident = await world.record(team.owner, { ...ACCIDENT, happenedAt: '2026-11-01T10:00:00+05:30' });
  const path = pathOf(dutyOf(accident, 'accident-esi-report'), accident);
  const decide = (applies: boolean) => call(team.member, 'PATCH', path, { applies });
  expect((await decide(false)).statusCode).toBe(200);
  expect((await decide(true)).statusCode).toBe(200);
  expect(failureOf(await decide(false))).toEqual([
    409,
    'What is done with this duty is checked. Record "Not Applicable" instead',
  ]);
  const close = (who: Person) => call(who, 'PATCH', `/events/${accident._id}`, { closed: true });
  await wait(team.member, undefined, path);
  expect(failureOf(await close(team.member))).toEqual([
    403,
    'Duties of this event are overdue. Only a manager or the owner can close it',
  ]);
  expect((await close(team.manager)).statusCode).toBe(200);
  const toCome = await world.record(team.owner, { ...JOINS, happenedAt: '2026-12-10' });
  expect((await call(team.member, 'PATCH', `/events/${toCome._id}`, { closed: true })).statusCode).toBe(200);
});

test('needs evidence where its act or the company does, or the reason why there is none', async () => {
  await assign({ scope: 'act', ids: [duty.actId], evidenceRequired: true });
  const refused = await say(team.member, { status: 'done', noEvidenceReason: ' ' });
  const fault = 'Please say why there is no evidence';
  expect([refused.statusCode, refused.json().errors]).toEqual([400, { noEvidenceReason: fault }]);
  await record(team.member, { status: 'on-hold' });
  const id = await wait(team.member, { status: 'done', noEvidenceReason: 'Lost' });
  expect(await queueOf(team.checker)).toMatchObject([{ noEvidenceReason: 'Lost' }]);
  await approve(team.checker, id);
  expect((await readDuty()).statusHistory.at(-1)).toMatchObject({ status: 'done', noEvidenceReason: 'Lost' });
  await assign({ scope: 'company', checker: null });
  await record(team.member, { status: 'done', noEvidenceReason: 'Burnt' });
  expect((await readDuty()).statusHistory.at(-1)).toMatchObject({ noEvidenceReason: 'Burnt' });
});

test('open complaints of one person have an end, which is nobody else’s', async () => {
  await complain([]);
  await world.server.owner.query(
    `insert into events (workspace_id, id, kind, edition, definition, visibility, state, label, happened_at, recorded_by)
     select workspace_id, gen_random_uuid(), kind, edition, definition, visibility, state, label, happened_at, recorded_by
     from events, generate_series(1, 999) where workspace_id = $1 and visibility = 'named'`,
    [team.owner.workspaceId],
  );
  const form = { kind: 'posh-complaint', state: 'Karnataka', label: 'C-2', happenedAt: '2026-11-02' };
  expect(failureOf(await call(team.member, 'POST', '/events', form))).toEqual([
    409,
    'You can have at most 1,000 open complaints. Close some',
  ]);
  expect((await call(team.checker, 'POST', '/events', form)).statusCode).toBe(201);
});

test('among members only, another who is named checks it when the checker is gone or another was set', async () => {
  const witness = await addPerson(world.server.services);
  await join(world.server.services, witness, team.owner, { role: 'member' });
  const { path } = await complain([team.checker, witness]);
  const first = await wait(team.member, undefined, path);
  expect([await queueOf(witness), failureOf(await approve(witness, first))[0]]).toEqual([[], 403]);
  await assign({ scope: 'company', checker: team.manager.userId });
  for (const named of [team.checker, witness]) expect((await queueOf(named)).map(({ _id }) => _id)).toEqual([first]);
  expect([await queueOf(team.manager), await queueOf(team.owner), await queueOf(team.member)]).toEqual([[], [], []]);
  expect((await approve(witness, first)).statusCode).toBe(200);
  await assign({ scope: 'company', checker: team.checker.userId });
  const second = await wait(team.member, { status: 'not-to-do' }, path);
  const leave = 'delete from memberships where workspace_id = $1 and user_id = $2';
  await world.server.owner.query(leave, [team.owner.workspaceId, team.checker.userId]);
  expect((await queueOf(witness)).map(({ _id }) => _id)).toEqual([second]);
  expect((await newsOf(witness)).length).toBeGreaterThan(0);
  expect((await approve(witness, second)).statusCode).toBe(200);
});
