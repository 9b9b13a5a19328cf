import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAct, addItem } from '../../../../test/catalogue.ts';
import { addPerson, type Person } from '../../../../test/people.ts';
import { forge, linesOf, ProofWorld } from '../proof-world.fixture.ts';
import { canonicalJson } from './canonical-json.ts';
import { type FormerSeal, makeSeal } from './make-seal.ts';
import { hashLeaf } from './merkle-tree.ts';
import { readSealKey } from './seal-key.ts';

/*
 * What was sealed before documents were, and before deleted notes were shown to be notes, verifies as it did, and so do
 * files that were made then.
 */

let proof: ProofWorld;
let owner: Person;
let evidence: string;
let head: string;

beforeAll(async () => {
  proof = await ProofWorld.start();
  const { server } = proof.world;
  owner = await proof.world.addOffice();
  const item = await addItem(server.services, { act_id: await addAct(server.services) });
  await send(`/compliance/data/${item}/status`, { userId: owner.userId, status: 'done', forDate: '2026-11-15' });
  const { rows } = await server.owner.query('select id from status_records where workspace_id = $1', [
    owner.workspaceId,
  ]);
  evidence = await proof.addEvidence(owner, 'challan.pdf', { recordId: rows[0].id });
  await send(`/evidence/${evidence}`, { documentDay: '2026-11-14' });
  await send(`/compliance/data/${item}/note`, { userId: owner.userId, note: 'Rohit is ill', forDate: '2026-11-15' });
  const note = await server.owner.query("select id from status_records where workspace_id = $1 and status = 'NOTE'", [
    owner.workspaceId,
  ]);
  await proof.seal();
  const admin = await addPerson(server.services, { role: 'admin' });
  const address = `/compliance/data/${item}/note/${note.rows[0].id}?userId=${owner.userId}`;
  expect((await proof.world.call(admin, 'DELETE', address)).statusCode).toBe(200);
  await proof.seal();
  await sealAsAtFirst();
});

afterAll(() => proof.close());

async function send(path: string, payload: object) {
  const response = await proof.world.call(owner, 'PATCH', path, payload);
  expect(response.statusCode, response.body).toBe(200);
}

/** Makes the seals anew, of events as they were sealed at first. */
async function sealAsAtFirst(): Promise<void> {
  const { server } = proof.world;
  const key = await readSealKey(server.services.database.db);
  const client = await server.owner.connect();
  await client.query('set session_replication_role = replica');
  const { rows: seals } = await client.query(
    `select number, body::jsonb ->> 'at' as at from seals where workspace_id = $1 order by number`,
    [owner.workspaceId],
  );
  let former: FormerSeal | null = null;
  for (const { number, at } of seals) {
    const { rows } = await client.query(
      `select position, source, event_id as id, body, salts from sealed_events
       where workspace_id = $1 and seal = $2 order by position`,
      [owner.workspaceId, number],
    );
    const events = rows.map(({ position, source, id, body, salts }) => {
      const old = String(body)
        .replace('anupalan.event.3', 'anupalan.event.1')
        .replace(/"document":"\w+",/, '');
      expect(old).not.toContain('"document"');
      return { position, source, id, body: old, leaf: hashLeaf(old), salts, at: JSON.parse(old).at };
    });
    const said = { ...JSON.parse(makeSeal(key, events, { chain: owner.workspaceId, former, at }).body) };
    const body = canonicalJson({ ...said, type: 'anupalan.seal.1' });
    const sealHead = createHash('sha256').update(Buffer.of(2)).update(body).digest();
    for (const { position, body: text, leaf } of events) {
      await client.query(
        `update sealed_events set body = $4, leaf = $5, salts = case when removed ? 'status' then '{}' else salts - 'document' end,
           removed = case when removed ? 'status' then removed else '{}' end
         where workspace_id = $1 and seal = $2 and position = $3`,
        [owner.workspaceId, number, position, text, leaf],
      );
    }
    await client.query(
      'update seals set body = $3, head = $4, signature = $5 where workspace_id = $1 and number = $2',
      [owner.workspaceId, number, body, sealHead, key.sign(JSON.parse(body))],
    );
    former = { number, head: sealHead.toString('hex') };
  }
  head = former?.head ?? '';
  await client.query('set session_replication_role = origin');
  client.release();
}

test('old seals verify, whatever a document names: nothing was sealed of that', async () => {
  for (const documentDay of ['2026-11-13', '2026-11-12']) {
    const { code, said } = await proof.judge(await proof.fetch(owner), 'activity.jsonl', { head });
    expect([code, said]).toEqual([0, expect.stringContaining('everything until seal 2 of')]);
    await send(`/evidence/${evidence}`, { documentDay });
    await proof.seal();
  }
  const file = await proof.fetch(owner);
  expect(file).toContain('anupalan.event.1');
  expect(file).toMatch(/anupalan.event.3.*"document":{"salt":"\w+","value":{"day":"2026-11-12"}}/);
  expect(await proof.judge(file, 'activity.jsonl', { head })).toMatchObject({ code: 0 });
});

test('old files verify, and say what was merged in their own way', async () => {
  const lines = linesOf(await proof.fetch(owner));
  const old = (text: string) => text.replace('anupalan.activity.2', 'anupalan.activity.1');
  expect(await proof.judge(forge(lines, old).file)).toMatchObject({ code: 0 });
  const merged = forge(lines, (text) =>
    old(text).replace(/^({"event".*"source":"status".*)}$/, '$1,"now":{"of":{"day":"2026-12-01"}}}'),
  );
  const { code, said } = await proof.judge(merged.file);
  expect([code, said]).toEqual([0, expect.stringContaining('into which theirs was merged: events: 2')]);
});

test('a note that was deleted then is not shown to have been one, which is told wherever its removal is', async () => {
  const untold = /removed before deleted notes were shown to be notes.*: contents: 3\n {2}status .*: its /;
  for (const query of ['', '?from=2026-11-15&to=2026-11-15']) {
    const { code, said } = await proof.judge(await proof.fetch(owner, query), 'activity.jsonl', { head });
    expect([code, said]).toEqual([0, expect.stringMatching(untold)]);
  }
  const file = await proof.fetch(owner);
  expect(file).toMatch(/anupalan.seal.1.*\n.*anupalan.seal.1.*\n.*anupalan.seal.2/);
});
