import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../../test/people.ts';
import { forge, linesOf, ProofWorld } from './proof-world.fixture.ts';

/*
 * What somebody does who owns the database, and so is past everything that would refuse it: the file is then made and
 * signed by the server itself, and what it says is judged.
 */

let proof: ProofWorld;
let owner: Person;
let head: string;
let fingerprint: string;

beforeAll(async () => {
  proof = await ProofWorld.start();
  owner = await proof.addCompany();
  const { dataOf } = proof.world;
  head = (await dataOf(owner, '/activity/seals'))[0].head;
  fingerprint = (await dataOf(owner, '/proof/key')).fingerprint;
});

afterAll(() => proof.close());

const one = (table: string, where = 'true') => `(select id from ${table} where workspace_id = $1 and ${where} limit 1)`;
const DONE = one('status_records', "status = 'done'");
const NOTE = one('status_records', "status = 'NOTE'");

test.each([
  [
    'activity',
    `update activity set about = about || '{"amount": 9}' where id = ${one('activity', "what = 'payment-dates.create'")}`,
    /activity .*: its about is not what was sealed/,
  ],
  [
    'activity',
    `update activity set what = 'facts.answer' where id = ${one('activity')}`,
    /its what is not what was sealed/,
  ],
  [
    'activity',
    `update activity set at = at - interval '1 day' where id = ${one('activity')}`,
    /at was ".*" when it was sealed, and is/,
  ],
  [
    'activity',
    `delete from activity where id = ${one('activity', "what = 'payment-dates.create'")}`,
    /its about is missing, and nothing says/,
  ],
  [
    'status_records',
    `update status_records set status = 'not-done' where id = ${DONE}`,
    /status .*: its status is not what was sealed/,
  ],
  [
    'status_records',
    `update status_records set note = 'Filed in time' where id = ${DONE}`,
    /its note is not what was sealed/,
  ],
  ['status_records', `update status_records set created_at = '2026-11-01' where id = ${DONE}`, /at was/],
  ['status_records', `update status_records set updated_by = uuidv7() where id = ${DONE}`, /by was/],
  ['status_records', `delete from status_records where id = ${DONE}`, /its status is missing, and nothing says/],
  [
    'status_records',
    `update status_records set note = 'Paid in cash' where id = ${NOTE}`,
    /activity .*: its note is not what was sealed/,
  ],
  ['status_records', `delete from status_records where id = ${NOTE}`, /status .*: its status is missing/],
  [
    'event_duty_records',
    `update event_duty_records set note = 'No' where id in (select event_id from sealed_events where workspace_id = $1 and source = 'duty')`,
    /duty .*: its note is not/,
  ],
  ['event_duty_records', 'delete from event_duty_records where workspace_id = $1', /duty .*: its status is missing/],
  [
    'payment_dates',
    'update payment_dates set amount_paise = 1 where workspace_id = $1',
    /payment .*: its amount is not/,
  ],
  [
    'payment_dates',
    "update payment_dates set description = '' where workspace_id = $1",
    /payment .*: its description is missing/,
  ],
  ['payment_dates', 'delete from payment_dates where workspace_id = $1', /payment .*: its amount is missing/],
  [
    'submission_dates',
    "update submission_dates set description = 'By hand' where workspace_id = $1",
    /submission .*: its description is not/,
  ],
  [
    'submission_dates',
    'delete from submission_dates where workspace_id = $1',
    /submission .*: its description is missing/,
  ],
  [
    'evidence',
    `update evidence set sha256 = decode(repeat('00', 32), 'hex') where workspace_id = $1 and removed_at is null`,
    /evidence .*: its sha256 is not what was sealed/,
  ],
  [
    'evidence',
    "update evidence set removed_reason = 'By mistake' where workspace_id = $1 and removed_at is not null",
    /evidence-removal .*: its reason is not/,
  ],
  [
    'evidence',
    'update evidence set subject_id = uuidv7() where workspace_id = $1 and removed_at is null',
    /evidence .*: of was .* when it was sealed/,
  ],
  ['evidence', 'delete from evidence where workspace_id = $1', /evidence .*: its sha256 is missing/],
  [
    'seals',
    `update seals set body = replace(body, '"number":2', '"number":7') where workspace_id = $1 and number = 2`,
    /seal 7 stands where seal 2 belongs/,
  ],
  ['seals', 'delete from seals where workspace_id = $1 and number = 2', /seal 3 stands where seal 2 belongs/],
  [
    'sealed_events',
    'delete from sealed_events where workspace_id = $1 and (seal, position) = (1, 3)',
    /seal 1 has \d+ events, and \d+ of them are here/,
  ],
  [
    'sealed_events',
    `update sealed_events set body = replace(body, '"by":"', '"by":"0') where workspace_id = $1 and (seal, position) = (1, 0)`,
    /is not what was sealed as number 0 of seal 1/,
  ],
  [
    'sealed_events',
    'update sealed_events set position = case position when 0 then 1001 when 1 then 1000 else position + 1000 end where workspace_id = $1 and seal = 1',
    /is not what was sealed as number 1000 of seal 1/,
  ],
  [
    'sealed_events',
    `update sealed_events set salts = salts - 'note', removed = '{"note": "01a00000-0000-7000-8000-000000000000"}' where workspace_id = $1 and event_id = ${DONE}`,
    /its note is said to be removed by 01a00000-.*, which says nothing of it/,
  ],
  [
    'sealed_events',
    `update sealed_events set salts = salts - 'status', removed = removed || jsonb_build_object('status', removed -> 'note')
     where workspace_id = $1 and source = 'status' and removed ? 'note' and not removed ? 'status'`,
    /its status is said to be removed by .*, which says nothing of it/,
  ],
  [
    'sealed_events',
    `update sealed_events set salts = salts - 'note', removed = jsonb_build_object('note', event_id)
     where workspace_id = $1 and source = 'activity' and salts ? 'note'`,
    /its note is said to be removed by .*, which was sealed before it/,
  ],
  [
    'sealed_events',
    `insert into sealed_events select workspace_id, seal, 900, source, uuidv7(), body, leaf, salts from sealed_events where workspace_id = $1 and (seal, position) = (1, 0)`,
    /is not what was sealed as number 900/,
  ],
])('%s: %s', async (table, change, fault) => {
  const { verified } = await proof.tampered(owner, table, change);
  expect(verified.said).toMatch(fault);
  expect(verified.code).toBe(1);
});

test('and it verifies again when it is as it was', async () => {
  expect(await proof.verify(await proof.fetch(owner), ['--head', head, '--key', fingerprint])).toMatchObject({
    ...{ code: 0, said: expect.stringContaining('everything until seal 4 of 4') },
  });
});

test('the newest seals cut off: only the head can say', async () => {
  const cut = 'delete from sealed_events where workspace_id = $1 and seal = 4';
  const { file: without } = await proof.tampered(owner, 'sealed_events', cut);
  const lines = linesOf(without).filter((line) => !JSON.stringify(line).includes('"number":4'));
  const { file: forged } = forge(lines);
  expect(await proof.verify(forged)).toMatchObject({ said: expect.stringMatching(/said to be removed/) });
  expect((await proof.verify(forged, ['--head', head])).said).toContain('none of its seals has the head');
});

test('a record put in afterwards with an old time is sealed late, and that is said', async () => {
  const other = await proof.world.addOffice();
  await proof.world.server.owner.query(
    `insert into activity (workspace_id, id, at, what, about) values ($1, uuidv7(), '2026-01-01', 'facts.answer', '{}')`,
    [other.workspaceId],
  );
  await proof.seal();
  const { said } = await proof.verify(await proof.fetch(other));
  expect(said).toMatch(/sealed more than a day after their time.*: events 1\n.*of 2026-01-01/);
});

test('rows put in past the sealing are named, and so is that there are more than the file has', async () => {
  const other = await proof.world.addOffice();
  await proof.world.server.owner.query(
    `insert into activity (workspace_id, id, at, what, about, written_in)
     select $1, uuidv7(), '2026-01-01', 'facts.answer', '{}', null from generate_series(1, 10001)`,
    [other.workspaceId],
  );
  await proof.seal();
  const { said } = await proof.verify(await proof.fetch(other));
  expect(said).toMatch(/NOT SEALED, though from long before.*: 10000\n {2}activity .* of 2026-01-01/);
  expect(said).toContain('and more that are not sealed, which the file does not name');
});

test('what moved with an obligation that was merged into another is said, and is no fault', async () => {
  const { verified } = await proof.tampered(
    owner,
    'status_records',
    "update status_records set compliance_item_id = uuidv7(), day = day + 1 where workspace_id = $1 and status = 'done'",
  );
  expect(verified.said).toContain('now under the obligation or day into which theirs was merged: events 1');
  expect(verified.code).toBe(0);
});

test('what went with an obligation that was deleted is said, and is no fault', async () => {
  const { rows } = await proof.world.server.owner.query(
    'select compliance_item_id as item from payment_dates where workspace_id = $1',
    [owner.workspaceId],
  );
  await proof.world.server.owner.query('delete from compliance_items where id = $1', [rows[0].item]);
  const { code, said } = await proof.verify(await proof.fetch(owner), ['--head', head, '--key', fingerprint]);
  expect(said).toMatch(/not shown, as their obligation was deleted: contents \d+/);
  expect(code).toBe(0);
});
