import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAct, addItem } from '../../../../test/catalogue.ts';
import type { Person } from '../../../../test/people.ts';
import { forge, linesOf, ProofWorld } from '../proof-world.fixture.ts';
import { sealMissed } from './commands-rounds.ts';

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

interface Kind {
  readonly table: string;
  /** SQL of which rows. */
  readonly rows: string;
  /** SQL that alters each of its contents. */
  readonly contents: Readonly<Record<string, string>>;
  /** SQL that alters what it is otherwise. */
  readonly at: string;
  readonly by: readonly string[];
  readonly of: readonly string[];
}

const DUTY = "(select event_id from sealed_events where workspace_id = $1 and source = 'duty')";

/** Each kind of row that is sealed. */
const KINDS: Readonly<Record<string, Kind>> = {
  activity: {
    ...{ table: 'activity', rows: "what = 'payment-dates.create'" },
    contents: { what: "what = 'facts.answer'", about: `about = about || '{"amount": 9}'` },
    ...{ at: 'at', by: ['by = uuidv7()', 'by = null', 'impersonator = uuidv7()'] },
    of: [`about = about || '{"day": "2026-01-01T00:00:00.000Z"}'`, "about = about - 'itemId'"],
  },
  status: {
    ...{ table: 'status_records', rows: "status = 'not-done'" },
    contents: {
      ...{ status: "status = 'done'", note: "note = 'Filed in time'", filing: `filing = '{"on": "2026-10-15"}'` },
      ...{ noEvidenceReason: "no_evidence_reason = 'Lost'", assigned: 'responsible_id = uuidv7()' },
      check: "checked_by = uuidv7(), checked_at = now(), check_note = 'Seen'",
    },
    ...{ at: 'created_at', by: ['updated_by = uuidv7()', 'updated_by = null', 'impersonator_id = uuidv7()'] },
    of: ['day = day + 1', 'compliance_item_id = uuidv7()', 'registration_id = uuidv7()'],
  },
  duty: {
    ...{ table: 'event_duty_records', rows: `id in ${DUTY}` },
    contents: {
      ...{ status: "status = 'not-done'", note: "note = 'No'", noEvidenceReason: "no_evidence_reason = 'Lost'" },
      ...{ filing: `filing = '{"filedOn": "2026-11-20"}'`, assigned: 'checker_id = uuidv7()' },
    },
    ...{ at: 'created_at', by: ['updated_by = uuidv7()', 'impersonator_id = uuidv7()'] },
    of: ["status = 'NOTE', takes_back = uuidv7()"],
  },
  payment: {
    ...{ table: 'payment_dates', rows: 'true' },
    contents: { amount: 'amount_paise = 1', description: "description = 'March'" },
    ...{ at: 'created_at', by: ['user_id = uuidv7()', 'user_id = null'] },
    of: ['day = day + 1', 'compliance_item_id = uuidv7()'],
  },
  submission: {
    ...{ table: 'submission_dates', rows: 'true', contents: { description: "description = 'By hand'" } },
    ...{ at: 'created_at', by: ['user_id = uuidv7()', 'user_id = null'] },
    of: ['day = day + 1', 'compliance_item_id = uuidv7()'],
  },
  evidence: {
    ...{ table: 'evidence', rows: 'removed_at is not null' },
    contents: {
      ...{ subjectKind: "subject_kind = 'payment-date'", name: "name = 'paid.pdf'", size: 'size = 1' },
      ...{ sha256: "sha256 = decode(repeat('00', 32), 'hex')", mediaType: "media_type = 'image/png'" },
      document: 'document_day = document_day - 30',
    },
    ...{ at: 'attached_at', by: ['by = uuidv7()', 'impersonator = uuidv7()'] },
    of: ['day = day + 1', 'subject_id = uuidv7()', 'replaces = uuidv7()'],
  },
  'evidence-removal': {
    ...{ table: 'evidence', rows: 'removed_at is not null', contents: { reason: "removed_reason = 'By mistake'" } },
    ...{ at: 'removed_at', by: ['removed_by = uuidv7()', 'removed_impersonator = uuidv7()'] },
    of: ['item_id = uuidv7()'],
  },
};

/** An event of a source as it is sealed. */
const sealed = (source: string) => `(select seal, position from sealed_events
  where workspace_id = $1 and source = '${source}' and removed = '{}' order by seal, position limit 1)`;

function* casesOf([source, { table, rows, contents, at, by, of }]: [string, Kind]): Generator<
  [string, string, RegExp]
> {
  const where = `where workspace_id = $1 and ${rows}`;
  for (const [field, set] of Object.entries(contents)) {
    const fault = new RegExp(`${source} .*: its ${field} (is not what was sealed|was never sealed)`);
    yield [table, `update ${table} set ${set} ${where}`, fault];
  }
  const moved = `update ${table} set ${at} = ${at} - interval '1 day' ${where}`;
  yield [table, moved, new RegExp(`${source} .*: at was ".*" when it was sealed, and is`)];
  for (const set of by) {
    yield [table, `update ${table} set ${set} ${where}`, new RegExp(`${source} .*: (by|impersonator) was .* when`)];
  }
  for (const set of of)
    yield [table, `update ${table} set ${set} ${where}`, new RegExp(`${source} .*: of was .* when`)];
  yield [table, `delete from ${table} ${where}`, new RegExp(`${source} .*: its \\w+ is missing, and nothing says`)];
  const event = `where workspace_id = $1 and (seal, position) = ${sealed(source)}`;
  yield ['sealed_events', `delete from sealed_events ${event}`, /seal \d has \d+ events, and \d+ of them are here/];
  yield [
    'sealed_events',
    `update sealed_events set position = 1000 ${event}`,
    new RegExp(`${source} .* is not what was sealed as number 1000 of seal`),
  ];
  yield [
    'sealed_events',
    `insert into sealed_events select workspace_id, seal, 900, source, uuidv7(), body, leaf, salts from sealed_events ${event}`,
    new RegExp(`${source} .* is not what was sealed as number 900 of seal[\\s\\S]*is there twice`),
  ];
}

const DONE = "(select id from status_records where workspace_id = $1 and status = 'done')";
const NOTE = "(select id from status_records where workspace_id = $1 and status = 'NOTE' limit 1)";

test.each<[string, string, RegExp]>([
  ...Object.entries(KINDS).flatMap((kind) => [...casesOf(kind)]),
  [
    'status_records',
    `update status_records set note = 'Paid in cash' where id = ${NOTE}`,
    /activity .*: its note is not what was sealed/,
  ],
  ['status_records', `delete from status_records where id = ${NOTE}`, /status .*: its status is missing/],
  [
    'payment_dates',
    "update payment_dates set description = '' where workspace_id = $1",
    /payment .*: its description is missing/,
  ],
  [
    'evidence',
    "update evidence set document_day = '2026-11-10' where workspace_id = $1 and removed_at is null",
    /activity .*: its document is not what was sealed/,
  ],
  [
    'seals',
    `update seals set body = replace(body, '"number":2', '"number":7') where workspace_id = $1 and number = 2`,
    /seal 7 stands where seal 2 belongs/,
  ],
  ['seals', 'delete from seals where workspace_id = $1 and number = 2', /seal 3 stands where seal 2 belongs/],
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
    /status .*: its note is not what was sealed/,
  ],
  [
    'sealed_events',
    `update sealed_events set salts = salts - 'status', removed = removed || jsonb_build_object('status', removed -> 'note')
     where workspace_id = $1 and source = 'status' and removed ? 'note' and not removed ? 'status'`,
    /status .*: its status is not what was sealed/,
  ],
  [
    'sealed_events',
    `update sealed_events set salts = salts - 'note', removed = jsonb_build_object('note', event_id)
     where workspace_id = $1 and source = 'activity' and salts ? 'note'`,
    /activity .*: its note is not what was sealed/,
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
  expect((await proof.verify(forged, ['--head', head])).said).toContain('none of its seals has the head');
});

test('a record put in afterwards with an old time is sealed late, and that is said', async () => {
  const other = await proof.world.addOffice();
  await proof.world.server.owner.query(
    `insert into activity (workspace_id, id, at, what, about) values ($1, uuidv7(), '2026-01-01', 'facts.answer', '{}')`,
    [other.workspaceId],
  );
  const { said: before } = await proof.judge(await proof.fetch(other));
  expect(before).toMatch(/not sealed yet, though from long before .*: 1\n {2}activity .* of 2026-01-01/);
  expect(before).not.toContain('NOT SEALED');
  await proof.seal();
  const { said } = await proof.judge(await proof.fetch(other));
  expect(said).toMatch(/sealed more than a day after their time.*: events 1\n.*of 2026-01-01/);
});

test('that there are more rows past the sealing than a file has is said', async () => {
  const other = await proof.world.addOffice();
  await proof.world.server.owner.query(
    `insert into activity (workspace_id, id, at, what, about, written_in)
     select $1, uuidv7(), '2026-01-01', 'facts.answer', '{}', null from generate_series(1, 10001)`,
    [other.workspaceId],
  );
  const { said } = await proof.judge(await proof.fetch(other));
  expect(said).toMatch(/NOT SEALED, though from long before.*: 10000\n {2}activity .* of 2026-01-01/);
  expect(said).toContain('and more that are not sealed, which the file does not name');
  await proof.world.server.owner.query('delete from workspaces where id = $1', [other.workspaceId]);
});

test('rows of each kind put in past the sealing are named, sealed by the nightly search, and late then', async () => {
  const client = await proof.world.server.owner.connect();
  await client.query('set session_replication_role = replica');
  for (const { table, rows, at } of Object.values(KINDS)) {
    const moments =
      table === 'evidence' ? `'attached_at', '2026-01-01', 'removed_at', '2026-01-01'` : `'${at}', '2026-01-01'`;
    const { rowCount } = await client.query(
      `insert into ${table} select copy.* from ${table} own, jsonb_populate_record(own, jsonb_build_object(
         'id', uuidv7(), 'written_in', 1, ${moments})) copy where own.workspace_id = $1 and own.${rows.replace(/^true$/, 'id is not null')}
       limit 1`,
      [owner.workspaceId],
    );
    expect(rowCount, table).toBe(1);
  }
  await client.query('set session_replication_role = origin');
  client.release();
  await proof.seal();
  const before = await proof.judge(await proof.fetch(owner));
  // What was attached and removed is two events; the evidence was put in twice.
  expect(before.said).toContain('whoever owns the database could have put it in: 9');
  for (const source of Object.keys(KINDS)) expect(before.said).toMatch(new RegExp(` {2}${source} .* of 2026-01-01`));
  expect(await sealMissed(proof.world.server.services.database.db)).toBe(9);
  const after = await proof.judge(await proof.fetch(owner));
  expect(after.said).not.toContain('NOT SEALED');
  expect(after.said).toContain('sealed more than a day after their time, as what waited for a check is: events 9');
  expect(after.code).toBe(0);
});

test('what moved with an obligation that was merged into another is named, and is no fault where a merge does that', async () => {
  const { server } = proof.world;
  const into = await addItem(server.services, { act_id: await addAct(server.services) });
  const { rows } = await server.owner.query(
    `select compliance_item_id as item from status_records where id = ${DONE}`,
    [owner.workspaceId],
  );
  const moved = async (table: string, set: string, where = 'workspace_id = $1') => {
    const change = `update ${table} set compliance_item_id = '${into}'${set} where ${where}`;
    return (await proof.tampered(owner, table, change)).verified;
  };
  // The obligation that went into another is there no more.
  await server.owner.query('insert into merged_items values ($1, $2)', [rows[0].item, into]);
  expect((await moved('payment_dates', '')).said).toMatch(/payment .*: of was .* when it was sealed, and is/);
  await server.owner.query('delete from merged_items where into_id = $1', [into]);
  const undo = await proof.mergeItem(rows[0].item, into);
  const { code, said } = await moved('status_records', ', day = day + 1', `id = ${DONE}`);
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(/was merged: events: 1\n {2}status .*: day "2026-11-15", now "2026-11-16"; item ".*", now "/),
  ]);
  expect(said).toContain('Compared with no seal: obligations and days of what was merged (1).');
  expect((await moved('payment_dates', '')).code).toBe(0);
  expect((await moved('payment_dates', ', day = day + 1')).said).toMatch(/payment .*: of was .* when it was sealed/);
  await undo();
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
