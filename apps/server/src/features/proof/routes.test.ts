import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addPerson, type Person } from '../../../test/people.ts';
import {
  addDated,
  assign,
  beginWithTeam,
  call,
  DAY,
  record,
  recordWaiting,
  removeDated,
  send,
  team,
  world,
} from '../status-history/checks/team.fixture.ts';
import { addFile, challan, fetchFile, listFiles, removeFile, sendFile } from './evidence-calls.fixture.ts';

beginWithTeam();

const ofDay = () => `itemId=${world.items.one}&forDate=${DAY}`;
const other = () => world.items.other;
const messageOf = (response: { json(): { message: string } }) => response.json().message;

describe('a staged file', () => {
  test('is its uploader’s alone, and comes back byte by byte', async () => {
    const bytes = challan();
    const file = await addFile(
      team.member,
      { documentDay: '2026-12-10', number: ' TRRN1 ', amount: '1,234.50' },
      { bytes },
    );
    expect(file).toMatchObject({
      ...{ name: 'challan.pdf', size: bytes.length, type: 'pdf', mediaType: 'application/pdf', subject: null },
      ...{ sha256: createHash('sha256').update(bytes).digest('hex'), by: team.member.userId, verdict: 'clean' },
      ...{ documentDay: '2026-12-10T00:00:00.000Z', number: 'TRRN1', amount: 1234.5, sameFile: [] },
    });
    const response = await fetchFile(team.member, file._id);
    expect(response.rawPayload.equals(bytes)).toBe(true);
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="challan.pdf"/);
    for (const person of [team.owner, team.manager, team.viewer, await addPerson(world.server.services)]) {
      expect((await fetchFile(person, file._id)).statusCode).toBeGreaterThanOrEqual(403);
    }
    expect((await fetchFile(team.owner, file._id)).statusCode).toBe(404);
  });

  test('is deleted by who staged it, without a reason, and with the membership', async () => {
    const [one, two] = [await addFile(team.member), await addFile(team.member)];
    expect((await removeFile(team.manager, one._id)).statusCode).toBe(404);
    expect((await removeFile(team.member, one._id, '')).statusCode).toBe(200);
    const {
      rows: [membership],
    } = await world.server.owner.query(
      'delete from memberships where workspace_id = $1 and user_id = $2 returning id',
      [team.owner.workspaceId, team.member.userId],
    );
    expect(membership).toBeDefined();
    const { rows } = await world.server.owner.query(
      `select (select count(*) from evidence where id = any($1)) as rows,
         (select count(*) from files where removed_at is null and workspace_id = $2) as files,
         (select bytes from evidence_tallies where workspace_id = $2) as bytes`,
      [[one._id, two._id], team.owner.workspaceId],
    );
    expect(rows).toEqual([{ rows: '0', files: '0', bytes: '0' }]);
  });

  test('is nobody’s to add who may not record', async () => {
    expect((await sendFile(team.viewer)).statusCode).toBe(403);
    expect((await sendFile({ token: 'nobody' })).statusCode).toBe(401);
    expect((await sendFile(await addPerson(world.server.services))).statusCode).toBe(403);
  });
});

describe('a status', () => {
  test('is recorded with staged files, which are at its record then', async () => {
    const file = await addFile(team.member);
    const response = await send(team.member, { evidence: [file._id] }, other());
    expect(response.statusCode, response.body).toBe(200);
    const [listed] = await listFiles(team.viewer, `itemId=${other()}&forDate=${DAY}`);
    const [entry] = response.json().data.statusHistory;
    expect(listed).toMatchObject({
      _id: file._id,
      subject: { kind: 'record', id: entry.history[0]._id },
      ...{ itemId: other(), day: `${DAY}T00:00:00.000Z`, replaces: null, removed: null },
    });
    expect(await listFiles(team.viewer, `recordId=${entry.history[0]._id}`)).toEqual([listed]);
    const page = (await call(team.viewer, 'GET', `/compliance/data/${other()}/status-history`)).json().data;
    expect(page.statusHistory[0].history).toMatchObject([{ evidence: [{ _id: file._id, type: 'pdf' }] }]);
  });

  test('that waits for its check has them, too', async () => {
    const file = await addFile(team.member);
    const response = await send(team.member, { evidence: [file._id] });
    const [{ waiting }] = response.json().data.statusHistory;
    expect((await listFiles(team.checker, `recordId=${waiting._id}`)).map(({ _id }) => _id)).toEqual([file._id]);
  });

  test('nothing is recorded with a file of somebody else, of another occurrence, or that is gone', async () => {
    const [own, foreign] = [await addFile(team.member), await addFile(team.manager)];
    await send(team.manager, { evidence: [foreign._id] }, other());
    await removeFile(team.member, own._id);
    for (const id of [own._id, foreign._id, world.items.one]) {
      const response = await send(team.member, { evidence: [id] });
      expect([response.statusCode, messageOf(response)]).toEqual([
        400,
        'A file is not there any more. Please add it again',
      ]);
    }
    const { rows } = await world.server.owner.query('select from checks where workspace_id = $1', [
      team.owner.workspaceId,
    ]);
    expect(rows).toEqual([]);
  });

  test('meets by files what is asked for, or by a reason', async () => {
    await assign(team.owner, { scope: 'item', ids: [other()], evidenceRequired: true });
    expect((await send(team.member, {}, other())).statusCode).toBe(400);
    const file = await addFile(team.member);
    expect((await send(team.member, { evidence: [file._id] }, other())).statusCode).toBe(200);
    // Recorded once more, it stands on the same file.
    const again = await send(team.member, { evidence: [file._id], note: 'Corrected' }, other());
    expect(again.statusCode, again.body).toBe(200);
    const newest = again.json().data.statusHistory[0].history.at(-1)._id;
    expect(await listFiles(team.member, `recordId=${newest}`)).toMatchObject([{ _id: file._id, alsoOf: [newest] }]);
  });

  test('many at once are recorded with files, and repeating it adds nothing', async () => {
    const file = await addFile(team.member);
    const entries = [{ id: other(), forDate: DAY, status: 'done', evidence: [file._id] }];
    const post = async () =>
      (await call(team.member, 'POST', '/compliance/data/status/bulk', { entries })).json().data[0];
    expect(await post()).toMatchObject({ outcome: 'recorded' });
    expect(await post()).toMatchObject({ outcome: 'unchanged' });
    expect(await listFiles(team.member, `itemId=${other()}`)).toHaveLength(1);
  });
});

describe('a file is added to', () => {
  test.each(['payment-dates', 'submission-dates'] as const)('%s, and stays when they are deleted', async (kind) => {
    const id = await addDated(team.member, kind);
    const key = kind === 'payment-dates' ? 'paymentDateId' : 'submissionDateId';
    const [one, two] = [await addFile(team.member, { [key]: id }), await addFile(team.member, { recordId: id })];
    expect(await listFiles(team.viewer, `${key}=${id}`)).toMatchObject([{ _id: two._id }, { _id: one._id }]);
    expect((await removeDated(team.member, kind, id)).statusCode).toBe(200);
    expect(await listFiles(team.viewer, ofDay())).toHaveLength(2);
    expect((await fetchFile(team.viewer, one._id)).statusCode).toBe(200);
    expect((await sendFile(team.member, { [key]: id })).statusCode).toBe(404);
  });

  test('a payment while it is recorded', async () => {
    const file = await addFile(team.member);
    const form = { userId: team.member.userId, date: '2026-12-10', amount: 10, evidence: [file._id] };
    const response = await call(team.member, 'POST', `/compliance/data/${other()}/payment-dates`, form);
    expect(response.statusCode, response.body).toBe(201);
    const [{ _id }] = response.json().data.paymentDates;
    expect(await listFiles(team.member, `paymentDateId=${_id}`)).toMatchObject([{ _id: file._id }]);
  });

  test('a registration, whose row is kept for it', async () => {
    const form = { kind: 'tan', number: 'PNEA12345B' };
    const { _id } = (await call(team.manager, 'POST', '/registrations', form)).json().data;
    const file = await addFile(team.member, { registrationId: _id });
    expect(await listFiles(team.viewer, `registrationId=${_id}`)).toMatchObject([{ _id: file._id, itemId: null }]);
    const { name, size, sha256, type, documentDay } = file;
    const line = { _id: file._id, name, size, sha256, type, documentDay };
    expect((await call(team.viewer, 'GET', '/registrations')).json().data).toMatchObject([{ _id, evidence: [line] }]);
    const later = await addFile(team.member, { revisionOf: file._id });
    expect((await call(team.viewer, 'GET', '/registrations')).json().data[0].evidence).toMatchObject([
      { _id: file._id, replaced: true },
      { _id: later._id },
    ]);
    expect((await call(team.manager, 'DELETE', `/registrations/${_id}`)).statusCode).toBe(200);
    expect((await fetchFile(team.viewer, file._id)).statusCode).toBe(200);
    expect((await sendFile(team.member, { registrationId: _id })).statusCode).toBe(404);
  });

  test('nothing of another company', async () => {
    const stranger: Person = await addPerson(world.server.services, {
      role: 'premium',
      company: { employeeCount: 20, state: 'Kerala' },
    });
    const recordId = await recordWaiting(team.member);
    const response = await sendFile(stranger, { recordId }, {}, null);
    expect([response.statusCode, messageOf(response)]).toEqual([404, 'Record not found']);
    const { rows } = await world.server.owner.query('select from evidence where workspace_id = $1', [
      stranger.workspaceId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('the same bytes', () => {
  test('sent twice to the same record are one file', async () => {
    const recordId = await recordWaiting(team.member);
    const bytes = challan();
    const [one, two] = [
      await addFile(team.member, { recordId }, { bytes }),
      await addFile(team.owner, { recordId }, { bytes }),
    ];
    expect([two._id, two.sameFile]).toEqual([one._id, []]);
    expect(await listFiles(team.member, `recordId=${recordId}`)).toHaveLength(1);
  });

  test('at another occurrence are told', async () => {
    const bytes = challan();
    const recordId = await recordWaiting(team.member);
    const one = await addFile(team.member, { recordId }, { bytes });
    const [entry] = [await record(team.member, {}, other())];
    const two = await addFile(team.member, { recordId: entry?.history[0]?._id ?? '' }, { bytes });
    expect(two.sameFile).toEqual([
      { _id: one._id, name: 'challan.pdf', title: expect.any(String), day: `${DAY}T00:00:00.000Z` },
    ]);
  });
});

test('a file is replaced by a revision, once; both stay, and the first stands again when the second is removed', async () => {
  const recordId = await recordWaiting(team.member);
  const one = await addFile(team.member, { recordId });
  const [two, late] = await Promise.all([
    sendFile(team.member, { revisionOf: one._id }),
    sendFile(team.owner, { replaces: one._id }),
  ]);
  expect([two.statusCode, late.statusCode].toSorted()).toEqual([201, 409]);
  const files = await listFiles(team.viewer, `recordId=${recordId}`);
  expect(files).toHaveLength(2);
  expect(files[0]).toMatchObject({ replaces: one._id, replacedBy: null });
  expect(files[1]).toMatchObject({ _id: one._id, replacedBy: files[0]?._id });
  expect((await removeFile(team.manager, files[0]?._id ?? '')).statusCode).toBe(200);
  expect((await listFiles(team.viewer, `recordId=${recordId}`))[1]).toMatchObject({ _id: one._id, replacedBy: null });
});

test('an earlier version doesn’t come back as a revision of the later one', async () => {
  const recordId = await recordWaiting(team.member);
  const bytes = challan();
  const one = await addFile(team.member, { recordId }, { bytes });
  const two = await addFile(team.member, { revisionOf: one._id });
  const back = await sendFile(team.member, { revisionOf: two._id }, { bytes });
  expect([back.statusCode, messageOf(back)]).toEqual([
    409,
    'This is an earlier version of a file that is here. To go back to it, remove the later one',
  ]);
  const third = challan();
  await addFile(team.member, { recordId }, { bytes: third });
  expect((await sendFile(team.member, { revisionOf: two._id }, { bytes: third })).statusCode).toBe(409);
});

test('a file is removed by managers with a reason; its name and hash stay, its bytes are given to nobody', async () => {
  const recordId = await recordWaiting(team.member);
  const file = await addFile(team.member, { recordId });
  expect((await removeFile(team.member, file._id)).statusCode).toBe(403);
  const withoutReason = await removeFile(team.manager, file._id, ' ');
  expect([withoutReason.statusCode, withoutReason.json().errors]).toEqual([
    400,
    { reason: 'Please say why it is removed' },
  ]);
  expect((await removeFile(team.manager, file._id)).statusCode).toBe(200);
  const [removed] = await listFiles(team.member, `recordId=${recordId}`);
  expect(removed).toMatchObject({
    sha256: file.sha256,
    removed: { by: team.manager.userId, byName: 'Asha Rao', reason: 'The wrong month' },
  });
  const fetched = await fetchFile(team.owner, file._id);
  expect([fetched.statusCode, messageOf(fetched)]).toEqual([409, 'This file was removed']);
  expect(messageOf(await removeFile(team.manager, file._id))).toBe('This file was removed already');
});

test('there are ten files at most, also when two come at once; revisions and removed ones don’t count', async () => {
  const recordId = await recordWaiting(team.member);
  const files = [];
  for (let n = 0; n < 9; n++) files.push(await addFile(team.member, { recordId }));
  const codes = (await Promise.all([1, 2].map(() => sendFile(team.member, { recordId })))).map((one) => one.statusCode);
  expect(codes.toSorted()).toEqual([201, 409]);
  expect((await sendFile(team.member, { revisionOf: files[0]?._id ?? '' })).statusCode).toBe(201);
  await removeFile(team.manager, files[1]?._id ?? '');
  expect((await sendFile(team.member, { recordId })).statusCode).toBe(201);
  const { rows } = await world.server.owner.query(
    'select from evidence where subject_id is null and workspace_id = $1',
    [team.owner.workspaceId],
  );
  expect(rows).toEqual([]);
});
