import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { addAct, addItem } from '../../../../test/catalogue.ts';
import { addPerson, type Person } from '../../../../test/people.ts';
import { forge, linesOf, ProofWorld } from '../proof-world.fixture.ts';
import type { JsonObject } from './canonical-json.ts';

/*
 * Of statuses, notes alone are changed and deleted. Whoever owns the database and the key can say of a recorded status
 * that it was one, seal that, and take away every salt: no file passes then, be the head older or newer.
 */

let proof: ProofWorld;
let owner: Person;
let admin: Person;
let data: string;

beforeAll(async () => {
  proof = await ProofWorld.start();
  admin = await addPerson(proof.world.server.services, { role: 'admin' });
});

afterAll(() => proof.close());

async function send(who: Person, method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', address: string, payload?: object) {
  const response = await proof.world.call(who, method, address, payload);
  expect(response.statusCode, `${address}: ${response.body}`).toBeLessThan(300);
}

async function idOf(condition: string): Promise<string> {
  const { rows } = await proof.world.server.owner.query(
    `select id from status_records where workspace_id = $1 and ${condition} order by id desc limit 1`,
    [owner.workspaceId],
  );
  return rows[0].id;
}

/** A company with a recorded status, one that was taken back, and a note. */
beforeEach(async () => {
  owner = await proof.world.addOffice();
  const { userId } = owner;
  data = `/compliance/data/${await addItem(proof.world.server.services, { act_id: await addAct(proof.world.server.services) })}`;
  await send(owner, 'PATCH', `${data}/status`, { userId, status: 'not-done', forDate: '2026-11-15', note: 'No money' });
  await send(owner, 'PATCH', `${data}/status`, { userId, status: 'done', forDate: '2026-10-15' });
  await send(owner, 'POST', `/status-records/${await idOf("status = 'done'")}/take-back`);
  await send(owner, 'PATCH', `${data}/note`, { userId, note: 'Rohit is ill', forDate: '2026-11-15' });
  await proof.seal();
});

const headOf = async () => (await proof.world.dataOf(owner, '/activity/seals'))[0].head;

/** Does what nobody else can: a removal is put in and sealed, and what it is about is made to look removed. */
async function pretend(what: string, record: string, then: string): Promise<void> {
  const client = await proof.world.server.owner.connect();
  await client.query('set session_replication_role = replica');
  const { rows } = await client.query(
    `insert into activity (workspace_id, id, what, about)
     values ($1, uuidv7(), $2, jsonb_build_object('recordId', $3::text)) returning id`,
    [owner.workspaceId, what, record],
  );
  await client.query(then, [record]);
  await proof.seal();
  const all = what.endsWith('delete-note');
  await client.query(
    `update sealed_events set salts = case when $3 then '{}' else salts - 'note' end,
       removed = (select jsonb_object_agg(name, $2::text) from jsonb_object_keys(salts || removed) name where $3 or name = 'note')
     where event_id = $1 and source = 'status'`,
    [record, rows[0].id, all],
  );
  await client.query('set session_replication_role = origin');
  client.release();
}

const DELETE = 'delete from status_records where id = $1';

test.each<[string, string, string, string, RegExp]>([
  [
    'a status, deleted as a note',
    "status = 'not-done'",
    'status-history.delete-note',
    DELETE,
    /status .*: its status is said to be removed by .*, and nothing shows that it was a note/,
  ],
  [
    'what took a status back, deleted as a note',
    "status = 'NOTE' and counterpart is not null",
    'status-history.delete-note',
    DELETE,
    /status .*: its status is missing, and nothing says that it was removed/,
  ],
  [
    'a status, changed as a note',
    "status = 'not-done'",
    'status-history.change-note',
    "update status_records set note = 'Paid' where id = $1",
    /status .*: its note is .*(was no note|not what was sealed|missing)/,
  ],
])('%s', async (_, which, what, change, fault) => {
  const head = await headOf();
  await pretend(what, await idOf(which), change);
  for (const until of [head, await headOf()]) {
    const { code, said } = await proof.judge(await proof.fetch(owner), 'activity.jsonl', { head: until });
    expect([code, said]).toEqual([1, expect.stringMatching(fault)]);
  }
});

const Removed = z.record(z.string(), z.string()).and(z.object({ note: z.string() }));

/** The line of the note, changed. */
function withNote(lines: readonly JsonObject[], change: (line: JsonObject) => JsonObject): string {
  return forge(lines.map((line) => (/"source":"status".*"removed"/.test(JSON.stringify(line)) ? change(line) : line)))
    .file;
}

test('a note that was deleted is shown to have been one, sealed as such or not; nothing else is of it', async () => {
  await send(admin, 'DELETE', `${data}/note/${await idOf("note = 'Rohit is ill'")}?userId=${owner.userId}`);
  for (const _ of ['at once', 'sealed']) {
    const file = await proof.fetch(owner);
    expect(file).not.toContain('Rohit');
    expect(file).toMatch(
      /"contents":{"status":{"salt":"\w{32}","value":"NOTE"}},.*"(removed|elsewhere)":{"assigned":"/,
    );
    expect(await proof.judge(file)).toMatchObject({ code: 0, said: expect.not.stringContaining('shows') });
    await proof.seal();
  }
  const part = await proof.judge(await proof.fetch(owner, '?from=2026-11-15&to=2026-11-15'));
  expect(part.code).toBe(0);
});

test('whoever makes a file leaves away neither what shows that it was a note, nor puts the removal elsewhere', async () => {
  const note = await idOf("note = 'Rohit is ill'");
  await send(admin, 'PUT', `${data}/note/${note}`, { userId: owner.userId, note: 'Away' });
  await send(admin, 'DELETE', `${data}/note/${note}?userId=${owner.userId}`);
  await proof.seal();
  const [begin = {}, ...lines] = linesOf(await proof.fetch(owner));
  const fault = /its (note|status) is said to be removed by .*, and nothing shows that it was a note/;
  const hidden = withNote([begin, ...lines], ({ contents: _, removed, ...line }) => ({
    ...{ ...line, contents: {}, removed: { ...Removed.parse(removed), status: Removed.parse(removed).note } },
  }));
  expect((await proof.judge(hidden)).said).toMatch(fault);
  const part = lines.filter((line) => !/delete-note/.test(JSON.stringify(line)));
  const elsewhere = withNote([{ ...begin, complete: false }, ...part], ({ contents: _, removed, ...line }) => ({
    ...{ ...line, contents: {}, elsewhere: { ...Removed.parse(removed), status: Removed.parse(removed).note } },
  }));
  expect((await proof.judge(elsewhere)).said).toMatch(fault);
  const left = withNote([begin, ...lines], ({ contents: _, ...line }) => ({
    ...{ ...line, contents: {}, left: { status: 'obligation' } },
  }));
  expect((await proof.judge(left)).said).toMatch(fault);
});

test('nor marks a status, or what took one back, as a note', async () => {
  const begun = (lines: readonly JsonObject[], change: (text: string) => string) =>
    proof.judge(forge(lines, (text) => change(text.replace('"complete":true', '"complete":false'))).file);
  const lines = linesOf(await proof.fetch(owner));
  const fault = [1, expect.stringMatching(/its (note|status) is said to be removed by .*, and it was no note/)];
  const changed = await begun(lines, (text) =>
    text.replace(/^(?={"event".*"not-done")(.*),"note":{[^{}]*}(.*?),"path"/, '$1$2,"elsewhere":{"note":"x"},"path"'),
  );
  expect([changed.code, changed.said]).toEqual(fault);
  const undone = await begun(lines, (text) =>
    text.replace(
      /^({"event".*"source":"status".*"contents":){"status":{[^{}]*}},"path"/,
      '$1{},"elsewhere":{"status":"x"},"path"',
    ),
  );
  expect([undone.code, undone.said]).toEqual(fault);
});

test('no seal is of an older type than the one before it', async () => {
  await send(owner, 'PATCH', `${data}/note`, { userId: owner.userId, note: 'Away', forDate: '2026-11-15' });
  await proof.seal();
  const [begin = {}, ...lines] = linesOf(await proof.fetch(owner));
  const older = forge([begin, ...lines], (text) =>
    text.startsWith('{"seal"') && text.includes('"number":2')
      ? text.replace('anupalan.seal.2', 'anupalan.seal.1')
      : text,
  );
  expect((await proof.judge(older.file)).said).toContain('seal 2 is of an older type than the seal before it');
});

test('a changed note whose obligation was deleted is shown to have been one', async () => {
  await send(admin, 'PUT', `${data}/note/${await idOf("note = 'Rohit is ill'")}`, {
    userId: owner.userId,
    note: 'Away',
  });
  await proof.seal();
  await proof.world.server.owner.query('delete from compliance_items where id = $1', [data.split('/').at(-1)]);
  const { code, said } = await proof.judge(await proof.fetch(owner));
  expect([code, said]).toEqual([0, expect.stringContaining('not shown, as their obligation was deleted')]);
});
