import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAct, addItem } from '../../../../test/catalogue.ts';
import { addPerson, type Person } from '../../../../test/people.ts';
import { ProofWorld } from '../proof-world.fixture.ts';

/*
 * What somebody does who owns the database and says that it was removed: in an event that they put in, or in the tables of
 * seals. Of what was removed nothing is compared, so each case has to be one that can be.
 */

let proof: ProofWorld;
let owner: Person;
let data: string;

beforeAll(async () => {
  proof = await ProofWorld.start();
});

afterAll(() => proof.close());

async function send(who: Person, method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', address: string, payload?: object) {
  const response = await proof.world.call(who, method, address, payload);
  expect(response.statusCode, `${address}: ${response.body}`).toBeLessThan(300);
}

/** A company with a status, a note, a payment and a submission of November, and a note of October that was deleted. */
beforeEach(async () => {
  const { services, owner: database } = proof.world.server;
  owner = await proof.world.addOffice();
  const admin = await addPerson(services, { role: 'admin' });
  const { userId } = owner;
  data = `/compliance/data/${await addItem(services, { act_id: await addAct(services) })}`;
  await send(owner, 'PATCH', `${data}/status`, { userId, status: 'not-done', forDate: '2026-11-15', note: 'No money' });
  await send(owner, 'PATCH', `${data}/note`, { userId, note: 'Rohit is ill', forDate: '2026-10-15' });
  const { rows } = await database.query("select id from status_records where workspace_id = $1 and status = 'NOTE'", [
    owner.workspaceId,
  ]);
  await send(owner, 'PATCH', `${data}/note`, { userId, note: 'Paid by cheque', forDate: '2026-11-15' });
  const dated = { userId, date: '2026-11-14', description: 'Wages' };
  await send(owner, 'POST', `${data}/payment-dates`, { ...dated, amount: 1234.5 });
  await send(owner, 'POST', `${data}/submission-dates`, dated);
  await proof.seal();
  await send(admin, 'DELETE', `${data}/note/${rows[0].id}?userId=${userId}`);
  await proof.seal();
  expect(await proof.judge(await proof.fetch(owner))).toMatchObject({ code: 0 });
});

const STATUS = { table: 'status_records', where: "status = 'not-done'", set: "status = 'done'" };
const NOTE = { table: 'status_records', where: "status = 'NOTE'", set: "note = 'Paid in cash'" };
const PAYMENT = { table: 'payment_dates', where: 'true', set: 'amount_paise = 1' };
const SUBMISSION = { table: 'submission_dates', where: 'true', set: "description = 'By hand'" };
const EMPTIED = { ...PAYMENT, set: "description = ''" };

test.each<[string, string, { table: string; where: string; set: string }, RegExp]>([
  ['a status', 'status-history.delete-note', STATUS, /status .*: its status is not what was sealed/],
  ['a status, as a note', 'status-history.change-note', { ...STATUS, set: "note = 'Paid'" }, /status .*: its note is/],
  ['a note', 'status-history.delete-note', NOTE, /status .*: its note is not what was sealed/],
  ['a payment', 'payment-dates.delete', PAYMENT, /payment .*: its amount is not what was sealed/],
  ['a payment emptied', 'payment-dates.delete', EMPTIED, /payment .*: its description is missing/],
  ['a submission', 'submission-dates.delete', SUBMISSION, /submission .*: its description is not what/],
])('%s altered, with %s put in while the row stays', async (_, what, { table, where, set }, fault) => {
  const of = `workspace_id = $1 and ${where}`;
  await proof.world.server.owner.query(
    `insert into activity (workspace_id, id, what, about)
     select $1, uuidv7(), $2, jsonb_build_object('recordId', id) from ${table} where ${of}`,
    [owner.workspaceId, what],
  );
  const client = await proof.world.server.owner.connect();
  await client.query('set session_replication_role = replica');
  await client.query(`update ${table} set ${set} where ${of}`, [owner.workspaceId]);
  await client.query('set session_replication_role = origin');
  client.release();
  for (let round = 0; round < 2; round++) {
    const { code, said } = await proof.judge(await proof.fetch(owner));
    expect([code, said]).toEqual([1, expect.stringMatching(fault)]);
    await proof.seal();
  }
});

test('a status deleted, with the deletion of a note put in: only notes are deleted', async () => {
  await proof.world.server.owner.query(
    `with gone as (delete from status_records where workspace_id = $1 and status = 'not-done' returning id)
     insert into activity (workspace_id, id, what, about)
     select $1, uuidv7(), 'status-history.delete-note', jsonb_build_object('recordId', id) from gone`,
    [owner.workspaceId],
  );
  for (let round = 0; round < 2; round++) {
    const { code, said } = await proof.judge(await proof.fetch(owner));
    expect([code, said]).toEqual([1, expect.stringMatching(/status .*: its status is missing, and nothing says/)]);
    await proof.seal();
  }
});

/** The deletion of October's note, which no part of November has. */
const DELETION = "(select id from activity where workspace_id = $1 and what = 'status-history.delete-note')";
const OF_STATUS = "(select id from status_records where workspace_id = $1 and status = 'not-done')";

test.each([
  ['nowhere', "'01a00000-0000-7000-8000-000000000000'::text"],
  ['of another record', DELETION],
])('an alteration marked as removed by an event that is %s, in a part', async (_, by) => {
  const change = `update sealed_events set salts = salts - 'status', removed = jsonb_build_object('status', ${by})
    where workspace_id = $1 and event_id = ${OF_STATUS}`;
  const part = '?from=2026-11-01&to=2026-11-30';
  const { file, verified } = await proof.tampered(owner, 'sealed_events', change, part);
  expect(file).not.toContain('2026-10-15');
  expect([verified.code, verified.said]).toEqual([1, expect.stringMatching(/status .*: its status is not what was/)]);
});

test('what is marked as removed was sealed: nothing can be put in beside it', async () => {
  const change = `update sealed_events set removed = jsonb_build_object('filing', ${DELETION})
    where workspace_id = $1 and event_id = ${OF_STATUS}`;
  await proof.world.server.owner.query(
    `update status_records set filing = '{"on": "2026-10-15"}' where workspace_id = $1 and id = ${OF_STATUS}`,
    [owner.workspaceId],
  );
  const { verified } = await proof.tampered(owner, 'sealed_events', change);
  expect([verified.code, verified.said]).toEqual([1, expect.stringMatching(/status .*: its filing was never sealed/)]);
});

test('an event that no part has, altered so that it says of a record what it did not', async () => {
  const client = await proof.world.server.owner.connect();
  await client.query('set session_replication_role = replica');
  const gone = "(select id from status_records where workspace_id = $1 and status = 'NOTE')";
  await client.query(
    `update activity set about = about || jsonb_build_object('recordId', ${gone}) where workspace_id = $1 and id = ${DELETION}`,
    [owner.workspaceId],
  );
  await client.query(
    `update sealed_events set removed = (select jsonb_object_agg(name, ${DELETION}) from jsonb_object_keys(salts) name),
       salts = '{}' where workspace_id = $1 and event_id = ${gone}`,
    [owner.workspaceId],
  );
  await client.query(`delete from status_records where workspace_id = $1 and status = 'NOTE'`, [owner.workspaceId]);
  await client.query('set session_replication_role = origin');
  client.release();
  const { code, said } = await proof.judge(await proof.fetch(owner, '?from=2026-11-01&to=2026-11-30'));
  expect([code, said]).toEqual([1, expect.stringMatching(/status .*: its note is missing, and nothing says/)]);
});
