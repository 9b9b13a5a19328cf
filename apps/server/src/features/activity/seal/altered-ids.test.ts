import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../../test/people.ts';
import { BELONGING, toBelonging } from '../../../identity/members/membership.ts';
import { unattendedSession } from '../../../identity/members/unattended-session.ts';
import { ProofWorld } from '../proof-world.fixture.ts';
import { beginActivityFile } from './activity-file.ts';

/*
 * What whoever owns the database alters so that a row isn't found any more, or can't be read: it is in the file all the
 * same, in each part of it, and `verify` names it (R-activity-17).
 */

let proof: ProofWorld;
let owner: Person;

beforeAll(async () => {
  proof = await ProofWorld.start();
  owner = await proof.addCompany();
});

afterAll(() => proof.close());

const NOVEMBER = '?from=2026-11-01&to=2026-11-30';
const DONE = "(select id from status_records where workspace_id = $1 and status = 'done')";
const SEALED = `workspace_id = $1 and source = 'status' and event_id = ${DONE}`;
const CHANGE = "workspace_id = $1 and what = 'status-history.change-note'";

const sealedAs = (set: string) => `update sealed_events set ${set} where ${SEALED}`;
const inBody = (from: string, to: string) => sealedAs(`body = regexp_replace(body, '${from}', '${to}')`);

const NOT_AS_SEALED = /status .* is not what was sealed as number \d+ of seal 1/;

test.each<[string, string, string, RegExp]>([
  [
    'the id of a status',
    'status_records',
    `update status_records set id = uuidv7() where id = ${DONE}`,
    /status .*: its status is missing[\s\S]*/,
  ],
  ['the id in a seal', 'sealed_events', sealedAs('event_id = uuidv7()'), /status .*: its status is missing/],
  ['the source in a seal', 'sealed_events', sealedAs("source = 'stat'"), /status .*: its status is missing/],
  ['the day of a sealed event', 'sealed_events', inBody('2026-11-15"', '2026-01-15"'), NOT_AS_SEALED],
  ['a day that is none', 'sealed_events', inBody('2026-11-15"', '2026-13-45"'), NOT_AS_SEALED],
  ['a moment that is none', 'sealed_events', inBody('"at":"2026', '"at":"0x26'), /is no event as events are written/],
  ['an obligation that is none', 'sealed_events', inBody('"item":"', '"item":"x'), NOT_AS_SEALED],
  ['an obligation that is no text', 'sealed_events', inBody('"item":"[^"]+"', '"item":7'), NOT_AS_SEALED],
  ['the person in a seal', 'sealed_events', inBody('"by":"', '"by":"x'), NOT_AS_SEALED],
  ['no event at all', 'sealed_events', sealedAs("body = 'nothing'"), /is no event as events are written/],
  ['salts that are none', 'sealed_events', sealedAs("salts = 'null'"), /status .*: its status is not what was sealed/],
  [
    'salts that are numbers',
    'sealed_events',
    sealedAs(`salts = '{"status": 7, "note": []}'`),
    /status .*: its status is not/,
  ],
  [
    'removals by what is no id',
    'sealed_events',
    sealedAs(`salts = '{}', removed = '{"note": 7, "status": "x"}'`),
    /status .*: its status is not/,
  ],
  [
    'the record of a changed note',
    'activity',
    `update activity set about = about || '{"recordId": "x"}' where ${CHANGE}`,
    /activity .*: of was .* when it was sealed/,
  ],
  [
    'its obligation',
    'activity',
    `update activity set about = about || '{"itemId": "x"}' where ${CHANGE}`,
    /activity .*: its about is not what was sealed/,
  ],
  [
    'its day',
    'activity',
    `update activity set about = about || '{"day": "2026-99-99"}' where ${CHANGE}`,
    /activity .*: its about is not what was sealed/,
  ],
  [
    'the file of a description',
    'activity',
    `update activity set about = about || '{"evidenceId": "x"}' where workspace_id = $1 and what = 'evidence.describe'`,
    /activity .*: its about is not what was sealed/,
  ],
])('%s', async (_, table, change, fault) => {
  for (const query of ['', NOVEMBER]) {
    const { verified } = await proof.tampered(owner, table, change, query);
    expect([verified.code, verified.said]).toEqual([1, expect.stringMatching(fault)]);
  }
});

test('what it says is read by nobody in whose part it was not', async () => {
  const change = sealedAs("leaf = sha256('another')");
  const contents = '"value":"Filed by hand"';
  const { file, verified } = await proof.tampered(owner, 'sealed_events', change, '?from=2025-01-01&to=2025-01-31');
  expect(file).toContain('"source":"status"');
  expect(file).not.toContain(contents);
  expect([verified.code, verified.said]).toEqual([1, expect.stringMatching(/status .*: its note is missing/)]);
  expect((await proof.tampered(owner, 'sealed_events', change, NOVEMBER)).file).toContain(contents);
});

test('a status of a free company of which the row is gone, or has another id', async () => {
  const { owner: database } = proof.world.server;
  await database.query("update users set role = 'user' where id = $1", [owner.userId]);
  expect(await proof.judge(await proof.fetch(owner))).toMatchObject({ code: 0 });
  for (const change of ['delete from status_records', 'update status_records set id = uuidv7()']) {
    const { verified } = await proof.tampered(owner, 'status_records', `${change} where id = ${DONE}`);
    expect([verified.code, verified.said]).toEqual([1, expect.stringMatching(/status .*: its status is missing/)]);
  }
  await database.query("update users set role = 'premium' where id = $1", [owner.userId]);
});

test('evidence of a pack of which the seal has another id, and what waits with a day that is none', async () => {
  const { server } = proof.world;
  const { rows } = await server.owner.query(`select ${BELONGING} from memberships m where m.user_id = $1`, [
    owner.userId,
  ]);
  const session = unattendedSession({ userId: owner.userId, role: 'premium' }, toBelonging(rows[0]));
  const client = await server.owner.connect();
  await client.query('set session_replication_role = replica');
  await client.query("update sealed_events set event_id = uuidv7() where source = 'evidence' and event_id = $1", [
    proof.evidence,
  ]);
  await client.query('set session_replication_role = origin');
  client.release();
  await server.owner.query(
    `insert into activity (workspace_id, id, what, about)
     values ($1, uuidv7(), 'facts.answer', '{"day": "never", "itemId": "nowhere"}')`,
    [owner.workspaceId],
  );
  const chosen = { evidence: new Set([proof.evidence]), acts: [], now: Temporal.Now.instant() };
  const { lines } = await beginActivityFile(server.services.database.db, session, chosen);
  const { code, said } = await proof.judge((await Array.fromAsync(lines)).join(''));
  expect([code, said]).toEqual([1, expect.stringMatching(/evidence .*: its sha256 is missing, and nothing says/)]);
  // The sealing goes on, too.
  await proof.seal();
  expect((await proof.judge(await proof.fetch(owner))).said).toMatch(/evidence .*: its sha256 is missing/);
});
