import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addPerson, join, type Person } from '../../../test/people.ts';
import { deleteOldEvidence } from '../evidence/commands-remove.ts';
import { payerBytesOf } from '../evidence/named-files.ts';
import { readEvidence } from '../evidence/queries.ts';
import { beginWithTeam, call, company, DAY, record, send, team, world } from '../status-history/checks/team.fixture.ts';
import { addFile, challan, fetchFile, listFiles, sendFile } from './evidence-calls.fixture.ts';

beginWithTeam();

const other = () => world.items.other;

/** A viewer with a scope of the team's company. */
async function addViewer(scope: object): Promise<Person> {
  const person = await addPerson(world.server.services);
  await join(world.server.services, person, team.owner, { role: 'viewer', ...scope });
  return person;
}

async function recordWithFile(forDate = DAY): Promise<string> {
  const { _id } = await addFile(team.member);
  expect((await send(team.member, { evidence: [_id], forDate }, other())).statusCode).toBe(200);
  return _id;
}

test('a viewer sees what lies in their acts and their period, and that they fetched it is told', async () => {
  const [file, later] = [await recordWithFile(), await recordWithFile('2027-01-15')];
  const { rows } = await world.server.owner.query('select act_id from compliance_items where id = $1', [other()]);
  const inScope = await addViewer({ acts: [rows[0].act_id], to_day: '2026-12-31' });
  const elsewhere = await addViewer({ acts: [other()] });
  const query = `itemId=${other()}`;
  expect((await listFiles(inScope, query)).map(({ _id }) => _id)).toEqual([file]);
  expect(await listFiles(elsewhere, query)).toEqual([]);
  expect((await fetchFile(inScope, later)).statusCode).toBe(404);
  expect((await fetchFile(elsewhere, file)).statusCode).toBe(404);
  expect((await fetchFile(team.member, file)).statusCode).toBe(200);
  expect((await fetchFile(inScope, file)).statusCode).toBe(200);
  const { data } = (await call(team.owner, 'GET', '/activity?what=evidence')).json();
  expect(data).toMatchObject([
    { what: 'evidence.fetch', by: inScope.userId, about: { name: 'challan.pdf', evidenceId: file, itemId: other() } },
  ]);
});

test('on the free plan an occurrence has the files of its newest status, and of what waits', async () => {
  const [older, newer] = [await recordWithFile(), await recordWithFile()];
  expect(await listFiles(team.owner, `itemId=${other()}`)).toHaveLength(2);
  await world.server.owner.query(`update users set role = 'user' where id = $1`, [team.owner.userId]);
  expect((await listFiles(team.owner, `itemId=${other()}`)).map(({ _id }) => _id)).toEqual([newer]);
  expect((await fetchFile(team.owner, older)).statusCode).toBe(404);
  const waiting = await addFile(team.member);
  await send(team.member, { evidence: [waiting._id] });
  expect((await listFiles(team.owner, `itemId=${world.items.one}`)).map(({ _id }) => _id)).toEqual([waiting._id]);
});

test('a file waits for the scanner before anybody has it, and an infected one is given to nobody', async () => {
  const file = await recordWithFile();
  const setVerdict = (verdict: string) =>
    world.server.owner.query('update files set verdict = $1 where id = (select file_id from evidence where id = $2)', [
      verdict,
      file,
    ]);
  await setVerdict('waiting');
  expect((await listFiles(team.owner, `itemId=${other()}`))[0]?.verdict).toBe('waiting');
  await setVerdict('infected');
  expect((await listFiles(team.owner, `itemId=${other()}`))[0]?.verdict).toBe('infected');
  // What came before there was a scanner waits from its first second on, though its job did not run yet.
  const told = async (isScanned: boolean) => {
    const { db } = world.server.services.database;
    const { files } = await readEvidence(db, team.owner.workspaceId, { which: sql`true`, limit: 1, isScanned });
    return files[0]?.verdict;
  };
  await setVerdict('clean');
  expect([await told(false), await told(true)]).toEqual(['clean', 'waiting']);
  await setVerdict('scanned');
  expect([await told(false), await told(true)]).toEqual(['clean', 'clean']);
});

test('files are staged in one company and attached in another of the same person, whose room they take', async () => {
  const bytesOf = async (workspaceId: string) => {
    const { rows } = await world.server.owner.query('select bytes from evidence_tallies where workspace_id = $1', [
      workspaceId,
    ]);
    return Number(rows[0]?.bytes ?? 0);
  };
  const consultant = await addPerson(world.server.services, {
    role: 'premium',
    company: { employeeCount: 20, state: 'Kerala' },
  });
  await join(world.server.services, consultant, team.owner, { role: 'member' });
  const response = await sendFile(consultant, {}, {}, null);
  const { _id, size } = response.json().data;
  expect([await bytesOf(consultant.workspaceId), await bytesOf(team.owner.workspaceId)]).toEqual([size, 0]);
  const entries = [{ companyId: company, status: 'done', evidence: [_id] }];
  const body = { itemId: other(), forDate: DAY, entries };
  const file = () =>
    world.server.call({ method: 'POST', url: '/api/compliance/run', token: consultant.token, payload: body });
  expect((await file()).json().data).toMatchObject([{ outcome: 'recorded' }]);
  expect([await bytesOf(consultant.workspaceId), await bytesOf(team.owner.workspaceId)]).toEqual([0, size]);
  expect(await listFiles(team.viewer, `itemId=${other()}`)).toMatchObject([{ _id, by: consultant.userId }]);
  expect((await fetchFile(team.viewer, _id)).statusCode).toBe(200);
  expect((await file()).json().data).toMatchObject([{ outcome: 'unchanged' }]);
  const { rows } = await world.server.owner.query(
    'select workspace_id from files where purpose = $1 and id = (select file_id from evidence where id = $2)',
    ['evidence', _id],
  );
  expect(rows).toEqual([{ workspace_id: team.owner.workspaceId }]);
});

test('an API token takes no staged file out of another company', async () => {
  const consultant = await addPerson(world.server.services, {
    role: 'premium',
    company: { employeeCount: 20, state: 'Kerala' },
  });
  await join(world.server.services, consultant, team.owner, { role: 'member' });
  const { _id } = (await sendFile(consultant, {}, {}, null)).json().data;
  const expiresAt = world.server.services.now().add({ hours: 48 }).toString();
  const form = { name: 'Files', scopes: ['status-history:write'], expiresAt };
  const made = await call(consultant, 'POST', '/api-tokens', form);
  expect(made.statusCode, made.body).toBe(201);
  const { token } = made.json().data;
  await world.server.owner.query(`update api_tokens set expires_at = now() + interval '1 hour'`);
  expect((await send({ ...consultant, token }, { evidence: [_id] }, other())).statusCode).toBe(400);
  expect((await send(consultant, { evidence: [_id] }, other())).statusCode).toBe(200);
});

test('a quota holds against two at once: of a free company, and of all companies that one person pays for', async () => {
  const free = await addPerson(world.server.services, { company: { employeeCount: 20, state: 'Kerala' } });
  const fill = (workspaceId: string, bytes: number) =>
    world.server.owner.query('insert into evidence_tallies (workspace_id, bytes) values ($1, $2)', [
      workspaceId,
      bytes,
    ]);
  const room = challan().length + 100;
  await fill(free.workspaceId, 2 * 1024 ** 3 - room);
  const two = await Promise.all([1, 2].map(() => sendFile(free, {}, {}, null)));
  expect(two.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  expect(two.find(({ statusCode }) => statusCode === 409)?.json().message).toMatch(
    /^The files of a free company may take 2 GB/,
  );

  const payer = await addPerson(world.server.services, {
    role: 'premium',
    company: { employeeCount: 20, state: 'Kerala' },
  });
  const paid = await addPerson(world.server.services, { company: { employeeCount: 20, state: 'Kerala' } });
  await world.server.owner.query('update workspaces set payer_id = $1 where id = $2', [payer.userId, paid.workspaceId]);
  await fill(payer.workspaceId, payerBytesOf({ filesQuotaGb: undefined, filesS3Url: undefined }) - room);
  const both = await Promise.all([payer, paid].map((person) => sendFile(person, {}, {}, null)));
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  expect(both.find(({ statusCode }) => statusCode === 409)?.json().message).toContain('may take 20 GB together');
  const { rows } = await world.server.owner.query(
    `select count(*)::int as kept from files where removed_at is null and workspace_id = any($1)`,
    [[free.workspaceId, payer.workspaceId, paid.workspaceId]],
  );
  expect(rows).toEqual([{ kept: 2 }]);
});

test('whoever adds files is told of the room once little is left, and of what others keep not before', async () => {
  const GB = 1024 ** 3;
  const free = await addPerson(world.server.services, { company: { employeeCount: 20, state: 'Kerala' } });
  const payer = await addPerson(world.server.services, {
    role: 'premium',
    company: { employeeCount: 20, state: 'Kerala' },
  });
  await world.server.owner.query('insert into evidence_tallies (workspace_id, bytes) values ($1, $3), ($2, $4)', [
    ...[free.workspaceId, payer.workspaceId, 1.5 * GB, 18 * GB],
  ]);
  const roomOf = async ({ token }: Person) =>
    (await world.server.call({ url: '/api/evidence/room', token })).json().data;
  expect(await roomOf(free)).toBeNull();
  await world.server.owner.query('update evidence_tallies set bytes = $2 where workspace_id = $1', [
    ...[free.workspaceId, 1.75 * GB],
  ]);
  expect(await roomOf(free)).toEqual({ used: 1.75 * GB, most: 2 * GB, isShared: false });
  expect(await roomOf(payer)).toEqual({ used: 18 * GB, most: 20 * GB, isShared: true });
});

test('old staged files go, and after thirty days the bytes of removed ones, whose name and hash stay', async () => {
  const [staged, fresh] = [await addFile(team.member), await addFile(team.member)];
  const { history } = await record(team.member, {}, other());
  const removed = await addFile(team.member, { recordId: history[0]?._id ?? '' });
  const { owner } = world.server;
  await owner.query(`update evidence set at = now() - interval '25 hours' where id = $1`, [staged._id]);
  await owner.query(
    `update evidence set removed_at = now() - interval '31 days', removed_by = by, removed_reason = '' where id = $1`,
    [removed._id],
  );
  await deleteOldEvidence(world.server.services.database.db);
  const { rows } = await owner.query(
    `select evidence.id, file_id is not null as kept from evidence where workspace_id = $1 order by id`,
    [team.owner.workspaceId],
  );
  expect(rows).toEqual([
    { id: fresh._id, kept: true },
    { id: removed._id, kept: false },
  ]);
  const { rows: tallies } = await owner.query('select bytes from evidence_tallies where workspace_id = $1', [
    team.owner.workspaceId,
  ]);
  expect(Number(tallies[0].bytes)).toBe(fresh.size);
  expect(await listFiles(team.owner, `itemId=${other()}`)).toMatchObject([{ sha256: removed.sha256 }]);
});
