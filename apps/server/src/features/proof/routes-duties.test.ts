import { type Evidence, listEvidence } from '@anupalan/contract/proof/evidence';
import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { formOf } from '../../../test/forms.ts';
import { addPerson, companyOf, type Person } from '../../../test/people.ts';
import {
  approve,
  assign,
  beginWithCheckers,
  call,
  complain,
  duty,
  event,
  queueOf,
  readDuty,
  say,
  team,
  world,
} from '../events/checked-duties.fixture.ts';
import { challan } from './evidence-calls.fixture.ts';

beginWithCheckers();

/** A call about files, in the team's company. */
async function ask(who: Person, path: string, options: InjectOptions = {}) {
  const headers = { ...options.headers, 'x-company': await companyOf(world.server.services, team.owner) };
  return world.server.call({ ...options, url: `/api/evidence${path}`, token: who.token, headers });
}

const sendFile = (who: Person, fields: Readonly<Record<string, string>> = {}, bytes = challan()) =>
  ask(who, '', formOf(fields, [{ field: 'file', name: 'statement.pdf', bytes }]));

async function addFile(who: Person, fields?: Readonly<Record<string, string>>): Promise<string> {
  const response = await sendFile(who, fields);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data._id;
}

async function listFiles(who: Person, query: string): Promise<Evidence[]> {
  return listEvidence.answers[200].parse((await ask(who, `?${query}`)).json()).data;
}

const fetchFile = (who: Person, id: string) => ask(who, `/${id}`);
const remove = (who: Person, id: string) =>
  ask(who, `/${id}`, { method: 'DELETE', payload: { reason: 'The wrong form' } });

const done = (evidence: readonly string[] = []) => ({ status: 'done', evidence });

describe('a duty', () => {
  test('is done with files, where they are asked for', async () => {
    await assign({ scope: 'company', evidenceRequired: true });
    expect((await say(team.member, done())).statusCode).toBe(400);
    const file = await addFile(team.member);
    expect((await say(team.member, { ...done(), noEvidenceReason: 'Lost' })).statusCode).toBe(200);
    expect(await queueOf(team.checker)).toMatchObject([{ noEvidenceReason: 'Lost' }]);
    expect((await say(team.member, { ...done([file]), noEvidenceReason: 'Lost' })).statusCode).toBe(200);
    const [check] = await queueOf(team.checker);
    expect(check).not.toHaveProperty('noEvidenceReason');
    // The queue says how many files its checker finds there.
    expect(check).toMatchObject({ duty: { _id: duty._id, isRestricted: false }, files: 1 });
    expect((await approve(team.checker, check?._id ?? '')).statusCode).toBe(200);
    expect(JSON.stringify(await readDuty())).not.toContain('Lost');
    const subject = { kind: 'duty', id: duty._id };
    expect(await listFiles(team.owner, `eventId=${event._id}`)).toMatchObject([{ _id: file, subject, itemId: null }]);
    expect((await readDuty()).evidence).toMatchObject([{ _id: file, name: 'statement.pdf' }]);
    // A file that came later wins over a reason (R-evidence-25), and stands for what is recorded later, too.
    expect((await say(team.member, done())).statusCode).toBe(200);
  });

  test('whose event is closed takes none', async () => {
    await call(team.owner, 'PATCH', `/events/${event._id}`, { closed: true });
    expect((await sendFile(team.member, { eventDutyId: duty._id })).statusCode).toBe(409);
  });

  describe('approved with a file waits again', () => {
    async function approveWithFile(): Promise<string> {
      const file = await addFile(team.member);
      const response = await say(team.member, done([file]));
      expect((await approve(team.checker, response.json().data.waiting._id)).statusCode).toBe(200);
      expect((await readDuty()).recorded).toBe('done');
      return file;
    }

    test.each([
      ['a file is added', () => sendFile(team.manager, { eventDutyId: duty._id })],
      ['its file is replaced', (file: string) => sendFile(team.manager, { revisionOf: file })],
      ['its file is removed', (file: string) => remove(team.manager, file)],
    ])('when %s', async (_, change) => {
      const file = await approveWithFile();
      const response = await change(file);
      expect(response.statusCode, response.body).toBeLessThan(300);
      const { waiting, recorded, statusHistory } = await readDuty();
      expect([recorded, waiting?.status]).toEqual([null, 'done']);
      expect(statusHistory.map(({ takenBack, status }) => [status, takenBack])).toEqual([
        ['done', true],
        ['NOTE', undefined],
      ]);
      expect((await queueOf(team.checker))[0]).toMatchObject({ again: { checkedBy: team.checker.userId } });
      expect((await approve(team.manager, waiting?._id ?? '')).statusCode).toBe(403);
      expect((await approve(team.checker, waiting?._id ?? '')).statusCode).toBe(200);
      expect((await readDuty()).recorded).toBe('done');
    });

    test('but not for what comes with something newer', async () => {
      await approveWithFile();
      const later = await addFile(team.member);
      expect((await say(team.member, { status: 'done', note: 'Revised', evidence: [later] })).statusCode).toBe(200);
      const { recorded, waiting } = await readDuty();
      expect([recorded, waiting?.note]).toEqual(['done', 'Revised']);
    });

    test('and counts at once where there is no checker any more', async () => {
      const file = await approveWithFile();
      await assign({ scope: 'company', checker: null });
      expect((await remove(team.owner, file)).statusCode).toBe(200);
      const { statusHistory, ...standing } = await readDuty();
      expect(standing).toMatchObject({ recorded: 'done', waiting: null });
      expect(statusHistory.at(-1)).toMatchObject({ status: 'done', noEvidenceReason: 'The wrong form' });
    });

    test('with why it has no file any more', async () => {
      await remove(team.manager, await approveWithFile());
      expect(await queueOf(team.checker)).toMatchObject([{ noEvidenceReason: 'The wrong form' }]);
      expect((await readDuty()).statusHistory[0]).not.toHaveProperty('noEvidenceReason');
    });

    test('whoever writes past the commands is refused by the database', async () => {
      const file = await approveWithFile();
      const removal = `update evidence set removed_at = now(), removed_by = by, removed_reason = '' where id = $1`;
      await expect(world.server.owner.query(removal, [file])).rejects.toThrow(/approved record .* stands on evidence/);
    });
  });

  test('that is done says with which reason its last file was removed', async () => {
    await assign({ scope: 'company', checker: null });
    const [one, two] = [await addFile(team.member), await addFile(team.member)];
    await say(team.member, done([one, two]));
    const why = async () => (await readDuty()).statusHistory.at(-1)?.noEvidenceReason;
    await remove(team.manager, one);
    expect(await why()).toBeUndefined();
    await remove(team.manager, two);
    expect(await why()).toBe('The wrong form');
    // A file that comes later proves it.
    await addFile(team.member, { eventDutyId: duty._id });
    expect(await why()).toBeUndefined();
  });

  test('of which something waits isn’t checked by who adds a file', async () => {
    await say(team.member, done());
    await addFile(team.checker, { eventDutyId: duty._id });
    expect([await queueOf(team.checker), (await queueOf(team.owner)).length]).toEqual([[], 1]);
  });
});

describe('a complaint’s files', () => {
  test('are those of who is named: no list, no bytes, no double and no line of the activity for anybody else', async () => {
    const { path, complaint } = await complain([team.manager]);
    const [first] = complaint.duties;
    const eventDutyId = first?._id ?? '';
    const bytes = challan();
    const file = (await sendFile(team.member, { eventDutyId }, bytes)).json().data;
    expect(file.subject).toEqual({ kind: 'duty', id: eventDutyId });
    expect(await listFiles(team.manager, `eventDutyId=${eventDutyId}`)).toHaveLength(1);
    expect((await fetchFile(team.manager, file._id)).statusCode).toBe(200);
    for (const who of [team.owner, team.checker, await addPerson(world.server.services, { role: 'admin' })]) {
      expect((await fetchFile(who, file._id)).statusCode).toBeGreaterThanOrEqual(403);
      expect((await sendFile(who, { eventDutyId }, bytes)).statusCode).toBeGreaterThanOrEqual(403);
    }
    expect(await listFiles(team.owner, `eventDutyId=${eventDutyId}`)).toEqual([]);
    expect(await listFiles(team.owner, `eventId=${complaint._id}`)).toEqual([]);
    expect((await remove(team.owner, file._id)).statusCode).toBe(404);
    const copy = await sendFile(team.owner, {}, bytes);
    expect([copy.statusCode, copy.json().data.sameFile]).toEqual([201, []]);
    const { data } = (await call(team.owner, 'GET', '/activity')).json();
    expect(JSON.stringify(data)).not.toContain('statement');
    expect(data[0].what).toBe('events.restricted');
    expect((await remove(team.manager, file._id)).statusCode).toBe(200);
    expect((await say(team.member, { status: 'done' }, path)).statusCode).toBe(200);
  });
});
