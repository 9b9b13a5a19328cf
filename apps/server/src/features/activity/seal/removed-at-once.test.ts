import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAct, addItem } from '../../../../test/catalogue.ts';
import { addPerson, type Person } from '../../../../test/people.ts';
import { BELONGING, toBelonging } from '../../../identity/members/membership.ts';
import { unattendedSession } from '../../../identity/members/unattended-session.ts';
import type { Session } from '../../../identity/sessions.ts';
import { forge, linesOf, ProofWorld } from '../proof-world.fixture.ts';
import { beginActivityFile } from './activity-file.ts';

/* A file that is made while what it has is changed or deleted, before that is sealed, accuses nobody. */

let proof: ProofWorld;
let owner: Person;
let admin: Person;
let session: Session;
let item: string;
let data: string;

beforeAll(async () => {
  proof = await ProofWorld.start();
  const { services } = proof.world.server;
  owner = await proof.world.addOffice();
  admin = await addPerson(services, { role: 'admin' });
  const { rows } = await proof.world.server.owner.query(`select ${BELONGING} from memberships m where m.user_id = $1`, [
    owner.userId,
  ]);
  session = unattendedSession({ userId: owner.userId, role: 'premium' }, toBelonging(rows[0]));
  item = await addItem(services, { act_id: await addAct(services) });
  data = `/compliance/data/${item}`;
});

afterAll(() => proof.close());

type Method = 'POST' | 'PATCH' | 'PUT' | 'DELETE';

async function send(who: Person, method: Method, address: string, payload?: object) {
  const response = await proof.world.call(who, method, address, payload && { userId: owner.userId, ...payload });
  expect(response.statusCode, `${address}: ${response.body}`).toBeLessThan(300);
}

async function newest(table: string): Promise<string> {
  const { rows } = await proof.world.server.owner.query(
    `select id from ${table} where workspace_id = $1 order by id desc limit 1`,
    [owner.workspaceId],
  );
  return rows[0].id;
}

async function addDated(kind: 'payment' | 'submission') {
  const amount = kind === 'payment' ? { amount: 1234.5 } : {};
  await send(owner, 'POST', `${data}/${kind}-dates`, { date: '2026-11-14', description: 'Wages', ...amount });
  const address = `${data}/${kind}-dates/${await newest(`${kind}_dates`)}?userId=${owner.userId}`;
  return () => send(owner, 'DELETE', address);
}

async function addNote() {
  await send(owner, 'PATCH', `${data}/note`, { note: 'Paid by cheque', forDate: '2026-11-15' });
  const address = `${data}/note/${await newest('status_records')}`;
  return {
    change: (note: string) => send(admin, 'PUT', address, { note }),
    remove: () => send(admin, 'DELETE', `${address}?userId=${owner.userId}`),
  };
}

async function addFile() {
  await send(owner, 'PATCH', `${data}/status`, { status: 'done', forDate: '2026-11-15' });
  const recordId = await newest('status_records');
  const id = await proof.addEvidence(owner, `${recordId}.pdf`, { recordId });
  return (documentDay: string | null) => send(owner, 'PATCH', `/evidence/${id}`, { documentDay });
}

/** What is there, which is sealed then, and what is done to it. */
const DONE: [string, () => Promise<() => Promise<void>>][] = [
  ['a payment that is deleted', () => addDated('payment')],
  ['a submission that is deleted', () => addDated('submission')],
  [
    'a note that is changed',
    async () => {
      const { change } = await addNote();
      return () => change('Paid in cash');
    },
  ],
  [
    'a changed note that is changed again',
    async () => {
      const { change } = await addNote();
      await proof.seal();
      await change('Paid in cash');
      return () => change('Paid by transfer');
    },
  ],
  [
    'a changed note that is deleted',
    async () => {
      const { change, remove } = await addNote();
      await proof.seal();
      await change('Paid in cash');
      return remove;
    },
  ],
  [
    'a file that is described',
    async () => {
      const describe = await addFile();
      return () => describe('2026-11-12');
    },
  ],
  [
    'a described file that is described again',
    async () => {
      const describe = await addFile();
      await proof.seal();
      await describe('2026-11-12');
      await proof.seal();
      return () => describe('2026-11-11');
    },
  ],
];

const UNSEALED = /removed or changed by an event that is not sealed in this file: contents: \d/;

test.each(DONE)('%s, and the file fetched at once', async (_, add) => {
  const remove = await add();
  await proof.seal();
  await remove();
  const { code, said } = await proof.judge(await proof.fetch(owner));
  expect([code, said]).toEqual([0, expect.stringMatching(UNSEALED)]);
  expect(said).toMatch(/Compared with no seal: .*contents whose removal is not sealed in this file/);
  await proof.seal();
  const sealed = await proof.judge(await proof.fetch(owner));
  expect([sealed.code, sealed.said]).toEqual([0, expect.not.stringMatching(UNSEALED)]);
});

test.each(DONE)('%s, and the removal sealed after the file was begun', async (_, add) => {
  const remove = await add();
  await proof.seal();
  const { lines } = await beginActivityFile(proof.world.server.services.database.db, session, {
    now: Temporal.Now.instant(),
  });
  await remove();
  await proof.seal();
  const { code, said } = await proof.judge((await Array.fromAsync(lines)).join(''));
  expect([code, said]).toEqual([0, expect.stringMatching(UNSEALED)]);
});

test('a file of which nothing was said for a while, and a note of which somebody else says the same', async () => {
  const [describe, { change }] = [await addFile(), await addNote()];
  await proof.seal();
  await describe(null);
  await proof.seal();
  await describe('2026-11-11');
  await change('Paid by cheque');
  for (const _ of ['at once', 'later on']) {
    expect(await proof.judge(await proof.fetch(owner))).toMatchObject({ code: 0 });
    await proof.seal();
  }
});

test('nobody can say so of what nothing removes, or of an event that is nowhere', async () => {
  const remove = await addDated('payment');
  await proof.seal();
  await remove();
  const lines = linesOf(await proof.fetch(owner));
  const others = forge(lines.filter((line) => line.waiting === undefined)).file;
  expect((await proof.judge(others)).said).toMatch(
    /payment .*: its amount is said to be removed by .* later on, which/,
  );
  const shown = forge(
    lines.map((line) => {
      if (!JSON.stringify(line).includes('"what":{"salt"')) return line;
      const { contents: _, ...rest } = line;
      return { ...rest, elsewhere: { what: 'x', about: 'x' } };
    }),
  ).file;
  expect((await proof.judge(shown)).said).toMatch(/activity .*: its what is said to be removed by x later on, which/);
});

test('a note that moved with its obligation, and was changed there, in a file of the days before', async () => {
  const { server } = proof.world;
  await addNote();
  await proof.seal();
  const note = await newest('status_records');
  const into = await addItem(server.services, { act_id: await addAct(server.services) });
  await proof.mergeItem(item, into);
  await server.owner.query(
    `with entry as (insert into status_entries (workspace_id, compliance_item_id, day, id, current_status)
       select workspace_id, $2, '2026-12-20', uuidv7(), 'pending' from status_records where id = $1)
     update status_records set compliance_item_id = $2, day = '2026-12-20' where id = $1`,
    [note, into],
  );
  await send(admin, 'PUT', `/compliance/data/${into}/note/${note}`, { note: 'Paid in cash' });
  await proof.seal();
  const { code, said } = await proof.judge(await proof.fetch(owner, '?from=2026-11-01&to=2026-11-30'));
  expect([code, said]).toEqual([0, expect.stringMatching(UNSEALED)]);
  expect(said).toMatch(/now under the obligation or day into which theirs was merged: events: 1/);
});
