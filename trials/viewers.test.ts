import { randomUUIDv7 } from 'node:crypto';
import { canCall } from '@anupalan/domain/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealRound } from '../apps/server/src/features/activity/seal/commands-rounds.ts';
import { beginSession } from '../apps/server/src/identity/sessions.ts';
import { UNHURRIED } from '../apps/server/test/accounts.ts';
import { addAct, addItem } from '../apps/server/test/catalogue.ts';
import { formOf } from '../apps/server/test/forms.ts';
import { startTestApp, type TestApp } from '../apps/server/test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../apps/server/test/people.ts';
import { listCalls, nameCall } from './list-calls.ts';
import { APART, NARROWED, type Things } from './viewer-calls.ts';

/*
 * A viewer with chosen acts and a period, in a company whose every word says whether they may see it: no call answers
 * what is hidden from them, in whichever way it is made.
 */

const NOW = Temporal.Instant.from('2026-11-21T09:00:00Z');
/** The viewer's period, a day in it and one outside. */
const PERIOD = { from_day: '2026-10-01', to_day: '2026-11-30' };
const [INSIDE, OUTSIDE] = ['2026-11-15', '2026-09-15'];
const AMOUNTS = { Shown: 4_321, Hidden: 777_123 } as const;
/** A question that items ask, each for itself. */
const QUESTION = 'is-exempted';
type Word = keyof typeof AMOUNTS;
/** The kinds of registrations that the obligations are filed under. */
const KINDS = { Shown: 'shops', Hidden: 'factory' } as const;

let server: TestApp;
let things: Things;
let company: string;
let admin: Person;
let owner: Person;
let viewer: Person;
/** What tells that something was shown, and what nobody may find: texts first, then ids. */
const marks: Record<Word, string[]> = { Shown: ['Shown'], Hidden: ['Hidden', String(AMOUNTS.Hidden)] };

/** The files of either word. */
const files: string[] = [];

/** What the viewer set when they were a member, by its id and that of its item. */
const mine = new Set<string>();

const calls = await listCalls();

beforeAll(async () => {
  server = await startTestApp({ env: { ...UNHURRIED, CALLS_PER_USER: '1000000' }, now: () => NOW });
  const { services } = server;
  owner = await addPerson(services, { role: 'premium', company: { employeeCount: 20, state: 'Kerala' } });
  admin = await addPerson(services, { role: 'admin' });
  viewer = await addPerson(services);
  company = await companyOf(services, owner);
  const answers = ['yes', 'no'].map((key) => ({ key, name: key, state: null }));
  const asks = { kind: 'yes-no', question: 'Is it exempted?', explanation: '', answeredFor: 'item', answers };
  await server.owner.query('insert into conditions (key, position, definition) values ($1, 1, $2)', [
    QUESTION,
    JSON.stringify({ key: QUESTION, ...asks }),
  ]);
  const [shown, hidden] = [await fill('Shown'), await fill('Hidden')];
  await join(services, viewer, owner, { role: 'viewer', until: '2026-12-31', acts: shown.acts, ...PERIOD });
  const events = [shown.event, hidden.event];
  things = { shown: shown.items[0] ?? '', hidden: hidden.items[0] ?? '', events, files, viewer: viewer.userId };
  await sealRound(services.database.db);
});

afterAll(() => server.close());

/** Makes a call of the owner's, which fills the company. */
async function ask(method: 'POST' | 'PUT' | 'PATCH', path: string, form: object): Promise<void> {
  const headers = { 'x-company': company };
  const payload = { userId: owner.userId, ...form };
  const response = await server.call({ method, url: `/api${path}`, token: owner.token, headers, payload });
  if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.body}`);
}

/** Gives the company an act of the catalogue and one of its own, with everything that can be said of their items. */
async function fill(word: Word): Promise<{ acts: string[]; items: string[]; event: string }> {
  const { services } = server;
  // The names of the catalogue's acts are everybody's.
  const act_id = await addAct(services, { name: 'Act of the catalogue' });
  const own = await addAct(services, { name: `${word} rules`, workspace_id: owner.workspaceId });
  const due_date = '2026-01-15';
  const items = [
    await addItem(services, { act_id, title: `${word} return`, due_date, registration: KINDS[word] }),
    await addItem(services, { act_id: own, workspace_id: owner.workspaceId, title: `${word} service`, due_date }),
  ];
  for (const item of items) {
    await record(item, INSIDE, word);
    await record(item, OUTSIDE, 'Hidden');
  }
  const exempt = await addItem(services, { act_id, title: `${word} exempt` });
  await ask('PUT', `/compliance/data/${exempt}/does-not-apply`, { reason: `${word} reason` });
  const [asked, answered] = [await addAsking(act_id, `${word} asked`), await addAsking(act_id, `${word} answered`)];
  await ask('PUT', '/facts', { answers: [{ key: QUESTION, itemId: answered, answer: 'yes' }] });
  await ask('PUT', '/assignments', { scope: 'act', ids: [own], deputy: owner.userId });
  await ask('PUT', '/assignments', { scope: 'item', ids: items, checker: owner.userId, deputy: owner.userId });
  await ask('POST', '/registrations', { kind: KINDS[word], number: '1', authority: `${word} authority` });
  const event = await addEvent(word, own);
  marks[word].push(own, ...items, exempt, asked, answered, event);
  return { acts: [act_id, own], items, event };
}

/** Records an event with a duty of an act inside the viewer's period, and one outside. @returns its id */
async function addEvent(word: Word, actId: string): Promise<string> {
  const [id, workspace] = [randomUUIDv7(), owner.workspaceId];
  const asks = { date: 'Day', time: false, number: false, label: 'Label', laterDays: [] };
  const kind = { key: 'joins', name: 'Somebody joins', description: '', asks, visibility: 'company', offered: true };
  await server.owner.query(
    `insert into events (workspace_id, id, kind, edition, definition, visibility, state, label, happened_at, recorded_by)
     values ($1, $2, 'joins', '1', $3, 'company', '-', $4, $5, $6)`,
    [workspace, id, JSON.stringify(kind), `${word} event`, INSIDE, owner.userId],
  );
  const texts = { form: '', authority: '', penalty: '', portal: '', source: 'S', notes: '', description: '' };
  const deadline = { n: 1, unit: 'days', direction: 'after' };
  const rule = { key: 'duty', deadline, state: '-', confidence: 'high', checkedOn: '2026-11-20', countedFrom: 'event' };
  for (const [position, [title, day]] of [
    [`${word} duty`, INSIDE] as const,
    ['Hidden duty', OUTSIDE] as const,
  ].entries()) {
    await server.owner.query(
      `insert into event_duties (workspace_id, id, event_id, position, title, act_id, definition, standing, due_day)
       values ($1, $2, $3, $4, $5, $6, $7, 'open', $8)`,
      [workspace, randomUUIDv7(), id, position, title, actId, JSON.stringify({ ...texts, ...rule }), day],
    );
  }
  return id;
}

async function record(item: string, day: string, word: Word): Promise<void> {
  await ask('PATCH', `/compliance/data/${item}/status`, { status: 'done', forDate: day, note: `${word} status` });
  await ask('PATCH', `/compliance/data/${item}/note`, { forDate: day, note: `${word} note` });
  const dated = { date: day, description: `${word} challan` };
  await ask('POST', `/compliance/data/${item}/payment-dates`, { ...dated, amount: AMOUNTS[word] });
  await ask('POST', `/compliance/data/${item}/submission-dates`, dated);
  await addFile(item, day, word);
  const reminder = await remind(viewer, item, day);
  marks[word].push(await remind(owner, item, day), reminder);
  mine.add(reminder).add(item);
}

/** Adds a file to the payment of a day; the bytes of all of a word are the same. */
async function addFile(item: string, day: string, word: Word): Promise<void> {
  const { rows } = await server.owner.query('select id from payment_dates where compliance_item_id = $1 and day = $2', [
    item,
    day,
  ]);
  const bytes = Buffer.from(`${word} bytes`);
  const form = formOf({ paymentDateId: rows[0].id }, [{ field: 'file', name: `${word} challan.txt`, bytes }]);
  const headers = { ...form.headers, 'x-company': company };
  const response = await server.call({ ...form, url: '/api/evidence', token: owner.token, headers });
  files.push(response.json().data._id);
}

/** Adds an item that asks a question of its own. */
async function addAsking(act_id: string, title: string): Promise<string> {
  const asks = { key: QUESTION, is: ['yes'], answeredFor: 'item', assumed: 'unknown', assumeYesFrom: null };
  return addItem(server.services, { act_id, title, conditions: JSON.stringify([asks]) });
}

/** Sets a reminder, the viewer's as when they were a member. @returns its id */
async function remind({ userId }: Person, item: string, day: string): Promise<string> {
  const id = randomUUIDv7();
  await server.owner.query(
    `insert into custom_reminders (workspace_id, id, compliance_item_id, user_id, reminder_at)
     values ($1, $2, $3, $4, $5)`,
    [owner.workspaceId, id, item, userId, day],
  );
  return id;
}

async function read(token: string, path: string): Promise<string> {
  const response = await server.call({ url: `/api${path}`, token, headers: { 'x-company': company } });
  return response.body;
}

function findMarks(word: Word, answer: string): string[] {
  return marks[word].filter((mark) => answer.includes(mark));
}

/** Makes a call in every way in which a viewer's answer leaves. */
async function readEveryWay(call: (typeof calls)[number], path: string): Promise<string[]> {
  const { db } = server.services.database;
  const impersonated = { userId: viewer.userId, device: 'test', impersonatorId: admin.userId };
  const names = call.query?.safeParse({ userId: viewer.userId }).data;
  const takesUser = typeof names === 'object' && names !== null && 'userId' in names;
  return [
    await read(viewer.token, path),
    await read(await beginSession(db, impersonated), path),
    ...(takesUser ? [await read(admin.token, `${path}${path.includes('?') ? '&' : '?'}userId=${viewer.userId}`)] : []),
  ];
}

test('every call that a viewer may make is narrowed to their scope, or has a reason why not', () => {
  const actor = { userId: '', role: 'user', impersonating: false, member: 'viewer', plan: 'premium' } as const;
  const theirs = calls.filter(({ access }) => access !== 'public' && canCall(actor, access)).map(nameCall);
  expect([...Object.keys(NARROWED), ...Object.keys(APART)].toSorted()).toEqual(theirs.toSorted());
});

describe('a viewer is answered nothing that is hidden from them', () => {
  const named = (names: object) => calls.filter((call) => nameCall(call) in names);

  test.each(named(NARROWED).map((call) => ({ name: nameCall(call), call })))('$name', async ({ name, call }) => {
    const { asks, says } = NARROWED[name] ?? { asks: () => [], says: 'words' };
    const [viewers, owners]: [string[], string[]] = [[], []];
    for (const path of asks(things)) {
      viewers.push(...(await readEveryWay(call, path)));
      owners.push(await read(owner.token, path));
    }
    expect(findMarks('Hidden', viewers.join())).toEqual([]);
    // The words are there to be found: by the viewer those that they see, by the owner the others.
    if (says !== 'words') return;
    expect(findMarks('Shown', viewers.join())).not.toEqual([]);
    expect(findMarks('Hidden', owners.join())).not.toEqual([]);
  });

  test.each(named(APART).map((call) => ({ name: nameCall(call), call })))('$name', async ({ name, call }) => {
    for (const path of APART[name]?.asks?.(things) ?? []) {
      const found = findMarks('Hidden', (await readEveryWay(call, path)).join());
      expect(found.filter((mark) => name !== 'GET /users/profile/data' || !mine.has(mark))).toEqual([]);
    }
  });
});
