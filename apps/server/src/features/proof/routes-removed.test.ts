import { expect, test } from 'vitest';
import { WHY_RECORD_HAS_NONE } from '../evidence/queries-score.ts';
import {
  approve,
  assign,
  beginWithTeam,
  call,
  DAY,
  recordWaiting,
  send,
  team,
  world,
} from '../status-history/checks/team.fixture.ts';
import { addFile, fetchFile, listFiles, removeFile, sendFile } from './evidence-calls.fixture.ts';

beginWithTeam();

const other = () => world.items.other;

/** Records a done of the item without a checker, with as many files. @returns their ids */
async function recordWithFiles(count: number): Promise<string[]> {
  const evidence: string[] = [];
  for (let n = 0; n < count; n++) evidence.push((await addFile(team.member))._id);
  const response = await send(team.member, { evidence }, other());
  expect(response.statusCode, response.body).toBe(200);
  return evidence;
}

/** The newest record of an item's day, as its history has it. */
async function newest(item: string) {
  const { data } = (await call(team.viewer, 'GET', `/compliance/data/${item}/status-history`)).json();
  return data.statusHistory[0].history.at(-1);
}

test('the reason of the removal that took the last file is why there is none: in history, register and closed list', async () => {
  await assign(team.owner, { scope: 'item', ids: [other()], evidenceRequired: true });
  await world.server.owner.query(
    `update compliance_items set due_date = '2026-01-15', frequency = 'monthly' where id = $1`,
    [other()],
  );
  const [one = '', two = ''] = await recordWithFiles(2);
  expect((await removeFile(team.manager, one, 'Another company’s')).statusCode).toBe(200);
  expect(await newest(other())).not.toHaveProperty('noEvidenceReason');
  expect((await removeFile(team.manager, two, 'The wrong month')).statusCode).toBe(200);
  expect(await newest(other())).toMatchObject({ status: 'done', noEvidenceReason: 'The wrong month' });
  const register = await call(team.owner, 'GET', '/exports/compliance?format=csv&from=2026-12-01&to=2026-12-31');
  expect(register.body).toContain('None: The wrong month');
  // What was recorded is sealed, and nothing is written into it.
  const written = 'select from status_records where workspace_id = $1 and no_evidence_reason is not null';
  expect((await world.server.owner.query(written, [team.owner.workspaceId])).rows).toEqual([]);
  // Who records once more is asked as before: the removal speaks for the record that it was about.
  expect((await send(team.member, { note: 'Once more' }, other())).statusCode).toBe(400);
});

test('a reason that was given stays, and what is not done needs none', async () => {
  const file = await addFile(team.member);
  await send(team.member, { evidence: [file._id], noEvidenceReason: 'Half of it is lost' }, other());
  await removeFile(team.manager, file._id);
  expect(await newest(other())).toMatchObject({ noEvidenceReason: 'Half of it is lost' });
  const late = await addFile(team.member);
  await send(team.member, { evidence: [late._id], status: 'not-done' }, other());
  await removeFile(team.manager, late._id);
  expect(await newest(other())).not.toHaveProperty('noEvidenceReason');
});

test('of many records of a company with many files each looks at its own alone', async () => {
  const [one = ''] = await recordWithFiles(1);
  const client = await world.server.owner.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into evidence select (jsonb_populate_record(evidence, jsonb_build_object('id', gen_random_uuid(),
       'subject_id', gen_random_uuid(), 'file_id', null))).* from evidence, generate_series(1, 1000) where id = $1`,
    [one],
  );
  await client.query(
    `insert into inherited_evidence
     select workspace_id, gen_random_uuid(), id from evidence where workspace_id = $1`,
    [team.owner.workspaceId],
  );
  client.release(true);
  await world.server.owner.query('analyze evidence, inherited_evidence');
  const { rows } = await world.server.owner.query(
    `explain select ${WHY_RECORD_HAS_NONE} from status_records record where workspace_id = $1`,
    [team.owner.workspaceId],
  );
  const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n');
  expect(plan).toMatch(/evidence_of_subject/);
  expect(plan).not.toMatch(/Seq Scan on (inherited_)?evidence|Hash/);
});

test('of two removals at once the later one speaks', async () => {
  const [one = '', two = ''] = await recordWithFiles(2);
  const removed = await Promise.all([removeFile(team.manager, one, 'First'), removeFile(team.owner, two, 'Second')]);
  expect(removed.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const files = await listFiles(team.viewer, `itemId=${other()}`);
  const [last] = files.toSorted((a, b) => ((a.removed?.at ?? '') < (b.removed?.at ?? '') ? 1 : -1));
  expect((await newest(other())).noEvidenceReason).toBe(last?.removed?.reason);
});

test('what waits, and what waits again, says it to who checks it; what was approved stays as it was', async () => {
  const { one } = world.items;
  const file = await addFile(team.member);
  const waiting = await recordWaiting(team.member);
  await addFile(team.member, { recordId: waiting });
  const [first] = await listFiles(team.member, `recordId=${waiting}`);
  await removeFile(team.manager, first?._id ?? '', 'Not readable');
  const queue = async () => (await call(team.checker, 'GET', '/checks')).json().data;
  expect(await queue()).toMatchObject([{ _id: waiting, noEvidenceReason: 'Not readable' }]);

  const again = (await send(team.member, { evidence: [file._id] })).json().data.statusHistory[0].waiting._id;
  expect((await approve(team.checker, again)).statusCode).toBe(200);
  expect((await removeFile(team.manager, file._id, 'The wrong month')).statusCode).toBe(200);
  const [check] = await queue();
  expect(check).toMatchObject({ noEvidenceReason: 'The wrong month' });
  const { data } = (await call(team.viewer, 'GET', `/compliance/data/${one}/status-history`)).json();
  const approved = data.statusHistory[0].history.find(({ _id }: { _id: string }) => _id === again);
  expect(approved).not.toHaveProperty('noEvidenceReason');
  expect((await approve(team.checker, check._id)).statusCode).toBe(200);
  expect(await newest(one)).toMatchObject({ noEvidenceReason: 'The wrong month' });
});

test('of a chain of versions the newest stands, whichever between them is removed', async () => {
  const [one = ''] = await recordWithFiles(1);
  const two = (await addFile(team.member, { revisionOf: one }))._id;
  const three = (await addFile(team.member, { revisionOf: two }))._id;
  const standing = async () =>
    (await listFiles(team.viewer, `itemId=${other()}&forDate=${DAY}`)).flatMap(({ _id, removed, replacedBy }) =>
      removed === null && replacedBy === null ? _id : [],
    );
  const exported = async () => {
    const query = 'select id from evidence where workspace_id = $1 and replaced_by is null and removed_at is null';
    return (await world.server.owner.query(query, [team.owner.workspaceId])).rows.map(({ id }) => id);
  };
  const both = async () => [await standing(), await exported()];
  await removeFile(team.manager, two);
  expect(await both()).toEqual([[three], [three]]);
  // What was replaced is replaced once, also when its revision was removed.
  const fork = await sendFile(team.member, { revisionOf: one });
  expect([fork.statusCode, fork.json().message]).toEqual([
    409,
    'Somebody replaced this file meanwhile. Please look again',
  ]);
  await removeFile(team.manager, three);
  expect(await both()).toEqual([[one], [one]]);
  expect((await fetchFile(team.viewer, one)).statusCode).toBe(200);
});
