import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, type Person } from '../../../test/people.ts';
import { DueDays } from './due-days.fixture.ts';

let days: DueDays;
let people: Person[];
/** Records as well; the others' answers are compared. */
let recorder: Person;

beforeAll(async () => {
  days = await DueDays.start();
  const { services } = days.world.server;
  const { premium, free } = days.world.people;
  recorder = await addPerson(services, { company: { employeeCount: 20, state: 'Goa' } });
  people = [premium, free, await addPerson(services, { company: { employeeCount: 20, state: 'Goa' } }), recorder];
});

afterAll(() => days.world.server.close());

const person = fc.nat(3);
const STEP = fc.oneof(
  fc.record({ do: fc.constant('publish' as const), later: fc.integer({ min: 1, max: 25 }), isFor: fc.nat(3) }),
  fc.record({ do: fc.constant('take-back' as const), nth: fc.nat(5) }),
  fc.record({ do: fc.constant('meet' as const), nth: fc.nat(5), person }),
  fc.record({ do: fc.constant('choose' as const), day: fc.integer({ min: 1, max: 28 }), person }),
  fc.record({ do: fc.constant('holiday' as const), day: fc.integer({ min: 1, max: 28 }), person }),
  fc.record({ do: fc.constant('record' as const), said: fc.constantFrom('day', 'legal', 'company') }),
);
type Step = typeof STEP extends fc.Arbitrary<infer One> ? One : never;

/** For whom an extension is, and on what condition. */
const FOR = [
  {},
  { states: ['Goa'] },
  { condition: 'Fewer than 50 people' },
  { states: ['Goa', 'Kerala'], condition: 'Fewer than 50 people' },
];
const december = (day: number) => `2026-12-${String(day).padStart(2, '0')}`;
const NOMINAL = december(7);

/** What was done and can be taken back. */
interface Done {
  readonly item: string;
  readonly extensions: string[];
  readonly undo: (() => Promise<unknown>)[];
}

async function take(step: Step, { item, extensions, undo }: Done): Promise<void> {
  const { admin } = days.world.people;
  const who = 'person' in step ? (people[step.person] as Person) : recorder;
  if (step.do === 'publish') {
    const said = { authority: 'EPFO', link: 'https://example.in/circular', ...FOR[step.isFor] };
    const form = { itemId: item, forDate: NOMINAL, day: december(7 + step.later), ...said };
    // One for these states already, or none that is later: nothing is published.
    const response = await days.send(admin, 'POST', 'extensions', form);
    if (response.statusCode === 201) extensions.push(response.json().data._id);
    else expect([400, 409]).toContain(response.statusCode);
  } else if (step.do === 'take-back') {
    const [id] = extensions.splice(step.nth, 1);
    if (id) await days.sendWell(admin, 'DELETE', `extensions/${id}`);
  } else if (step.do === 'meet') {
    const id = extensions[step.nth];
    if (id) expect([200, 404]).toContain((await days.send(who, 'POST', `extensions/${id}/met`, {})).statusCode);
  } else if (step.do === 'choose') {
    const path = `compliance/data/${item}/company-day`;
    const set = await days.send(who, 'PUT', path, { forDate: NOMINAL, day: december(step.day) });
    if (set.statusCode === 200) undo.push(() => days.send(who, 'DELETE', `${path}?forDate=${NOMINAL}`));
  } else if (step.do === 'holiday') {
    const off = await days.send(who, 'POST', 'holidays', { day: december(step.day), name: 'Off' });
    if (off.statusCode === 201) undo.push(() => days.sendWell(who, 'DELETE', `holidays/${off.json().data._id}`));
  } else {
    const [moved] = (await days.read(recorder, item)).movedDays;
    const said = { day: NOMINAL, legal: moved?.legal, company: moved?.company }[step.said] ?? NOMINAL;
    await days.record(recorder, item, said.slice(0, 10));
  }
}

const listsOf = (whom: readonly Person[]) =>
  Promise.all(whom.map(async (one) => (await days.send(one, 'GET', 'compliance/data')).body));

test('once all is taken back the answers are the same to the byte, and an occurrence has one entry', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 6, maxLength: 14 }), async (steps) => {
      const done: Done = { item: await days.addItem(), extensions: [], undo: [] };
      const before = await listsOf(people.slice(0, 3));
      for (const step of steps) await take(step, done);
      for (const id of done.extensions) await days.sendWell(days.world.people.admin, 'DELETE', `extensions/${id}`);
      for (const undo of done.undo) await undo();
      expect(await listsOf(people.slice(0, 3))).toEqual(before);
      const { statusHistory, movedDays } = await days.read(recorder, done.item);
      const isRecorded = steps.some((step) => step.do === 'record');
      expect(statusHistory.map(({ date }) => date.slice(0, 10))).toEqual(isRecorded ? [NOMINAL] : []);
      expect(movedDays).toEqual([]);
    }),
    { numRuns: 6 },
  );
}, 60_000);
