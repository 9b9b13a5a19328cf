import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addField } from '../../../test/catalogue.ts';
import type { Person } from '../../../test/people.ts';
import { expectFailure } from '../../../test/tracked.ts';
import { ImportCalls } from './import-calls.fixture.ts';

let calls: ImportCalls;

beforeAll(async () => {
  calls = await ImportCalls.start();
  await addField(calls.world.server.services, { name: 'Form' });
});

beforeEach(async () => {
  await calls.world.server.owner.query('delete from compliance_items where workspace_id is not null');
  await calls.world.server.owner.query('delete from acts where workspace_id is not null');
});

afterAll(() => calls.world.server.close());

const HEADS = 'Key,Act,Obligation,Frequency,First due date,State,Reminder days,Form';
const FIRE = 'A-1,Fire rules,Service the extinguishers,Yearly,31/03/2027,Kerala,"30, 7",Form F';
const DRILL = 'A-2,shops act,Hold a drill,half yearly,2027-01-15,,,';

async function listOwn({ token }: Person): Promise<ComplianceItem[]> {
  const response = await calls.world.server.call({ url: '/api/compliance/data', token });
  return response.json().data.filter(({ own }: ComplianceItem) => own);
}

test('a dry run says what would be, and writes nothing', async () => {
  const { premium } = calls.world.people;
  const report = await calls.sendWell(premium, 'own', [HEADS, FIRE, DRILL], { dryRun: true });
  expect(report).toMatchObject({
    imported: false,
    counts: { rows: 2, add: 2, update: 0, skip: 0 },
    faults: [],
    rows: [
      { row: 2, outcome: 'add' },
      { row: 3, outcome: 'add' },
    ],
  });
  expect(report.rows[0]?.cells.slice(0, 3)).toEqual(['A-1', 'Fire rules', 'Service the extinguishers']);
  expect(await listOwn(premium)).toEqual([]);
});

test('a file of more than 50 MB, and one of more rows than may be, are refused with what to do', async () => {
  const { premium } = calls.world.people;
  const large = Buffer.alloc(50 * 1024 ** 2 + 1, `${HEADS}\r\n`);
  expectFailure(await calls.send(premium, 'own', large, { name: 'a.csv' }), 400, 'The file must be at most 50 MB');
  const long = Buffer.from(`${HEADS}\r\n${`${DRILL}\r\n`.repeat(200_000)}`);
  const tooLong = 'The file has more than 1,00,000 rows: please divide it into several';
  expectFailure(await calls.send(premium, 'own', long, { name: 'a.csv' }), 400, tooLong);
  expect(await listOwn(premium)).toEqual([]);
});

test('adds obligations with everything they have, under acts of the catalogue and of the company', async () => {
  const { premium, free } = calls.world.people;
  const report = await calls.sendWell(premium, 'own', [HEADS, FIRE, DRILL]);
  expect(report).toMatchObject({ imported: true, counts: { add: 2 } });
  const own = await listOwn(premium);
  expect(own).toMatchObject([
    {
      title: 'Service the extinguishers',
      state: 'Kerala',
      dueDate: { date: '2027-03-31T00:00:00.000Z', frequency: 'yearly', reminderDays: [30, 7] },
    },
    { title: 'Hold a drill', dueDate: { frequency: 'half-yearly', reminderDays: [7, 3, 1] } },
  ]);
  expect(Object.values(own[0]?.values ?? {})).toContainEqual({ text: 'Form F', isLink: false });
  const acts = (await calls.world.server.call({ url: '/api/acts', token: premium.token })).json().data;
  expect(acts.filter(({ own: isOwn }: { own?: true }) => isOwn)).toMatchObject([{ name: 'Fire rules' }]);
  expect(await listOwn(free)).toEqual([]);
});

test('skips or updates what is there by its key, and by act and title without one', async () => {
  const { premium } = calls.world.people;
  await calls.sendWell(premium, 'own', [HEADS, FIRE, DRILL]);
  const again = [HEADS, FIRE.replace('Service the', 'Check all'), DRILL.replace('A-2', '')];
  expect((await calls.sendWell(premium, 'own', again)).counts).toEqual({ rows: 2, add: 0, update: 0, skip: 2 });
  const updated = await calls.sendWell(premium, 'own', again, { existing: 'update' });
  expect(updated.counts).toEqual({ rows: 2, add: 0, update: 2, skip: 0 });
  expect((await listOwn(premium)).map(({ title }) => title)).toEqual(['Check all extinguishers', 'Hold a drill']);
});

test('keeps the key of the row that was about what is there', async () => {
  const { premium } = calls.world.people;
  await calls.sendWell(premium, 'own', [HEADS, DRILL.replace('A-2', '')]);
  for (const row of [DRILL, DRILL.replace('a drill', 'two drills')]) {
    const { counts } = await calls.sendWell(premium, 'own', [HEADS, row], { existing: 'update' });
    expect(counts).toMatchObject({ add: 0, update: 1 });
  }
});

test('tells all faults at once with row and column, and imports nothing with one', async () => {
  const { premium } = calls.world.people;
  const file = [
    HEADS,
    FIRE,
    'A-1,Fire rules,Other,Yearly,31/03/2027,Kerala,,',
    ',Fire rules,,sometimes,31/02/2026,Bombay,soon,',
    ',Fire rules,No day,Monthly,,,,',
    ',Fire rules,Both,Monthly,12/31/2026,,400,',
  ];
  const expected = [
    '3 Obligation: one row for each: row 2 is about the same',
    '4 Obligation: a value: what has to be done, in a few words',
    expect.stringMatching(/^4 Frequency: one of: Never, Once, Daily/),
    '4 First due date: a date such as 31/12/2026 (day, month, year) or 2026-12-31: there is no 31/02/2026',
    expect.stringMatching(/^4 State: one of: All States, Andhra Pradesh/),
    '4 Reminder days: whole numbers separated by commas, such as 7, 3, 1',
    '5 First due date: the first day on which it falls due, such as 31/12/2026: only what never does has none',
    '6 First due date: a date such as 31/12/2026 (day, month, year) or 2026-12-31: the day comes first',
    '6 Reminder days: Reminder days must be whole numbers from 0 to 366',
  ];
  expect(await calls.faultsOf(premium, 'own', file)).toEqual(expected);
  const response = await calls.send(premium, 'own', file);
  expectFailure(response, 400, 'Nothing was imported: there are 9 faults in the file');
  expect(response.json().errors[0]).toEqual({
    row: 3,
    column: 'Obligation',
    expected: 'one row for each: row 2 is about the same',
  });
  expect(await listOwn(premium)).toEqual([]);
});

test('columns are known by other names, in any order, or chosen by hand', async () => {
  const { premium } = calls.world.people;
  const file = ['Due date;Title;HOW OFTEN;Law;Whatever', '15-01-2027;Hold a drill;Yearly;Fire rules;x'];
  const { headings, columns, counts } = await calls.sendWell(premium, 'own', file, { dryRun: true });
  expect(counts.add).toBe(1);
  expect(headings.map(({ name }) => name)).toEqual(['Due date', 'Title', 'HOW OFTEN', 'Law', 'Whatever']);
  expect(columns.find(({ key }) => key === 'act')).toMatchObject({ letter: 'D', required: true });
  expect(columns.find(({ key }) => key === 'description')).toMatchObject({ letter: null });
  const unknown = ['When,What,Rhythm,Book', '15/01/2027,Hold a drill,Yearly,Fire rules'];
  expect(await calls.faultsOf(premium, 'own', unknown)).toEqual([
    expect.stringMatching(/^1 Act: a column "Act"/),
    expect.stringMatching(/^1 Obligation: a column "Obligation"/),
    expect.stringMatching(/^1 Frequency: a column "Frequency"/),
  ]);
  const chosen = { date: 'A', title: 'B', frequency: 'C', act: 'D' };
  expect((await calls.sendWell(premium, 'own', unknown, { columns: chosen })).counts.add).toBe(1);
});

test('keeps to what the plan has room for', async () => {
  const { free } = calls.world.people;
  const rows = Array.from({ length: 6 }, (_, n) => `,Fire rules,Drill ${n},Yearly,15/01/2027,,,`);
  expect(await calls.faultsOf(free, 'own', [HEADS, ...rows])).toEqual([
    '7 Obligation: at most 5 obligations of your own, with those that are there',
  ]);
  expect((await calls.sendWell(free, 'own', [HEADS, ...rows.slice(1)])).counts.add).toBe(5);
});

test('two imports of the same at once add it once', async () => {
  const { premium } = calls.world.people;
  const both = await Promise.all([0, 1].map(() => calls.sendWell(premium, 'own', [HEADS, FIRE, DRILL])));
  expect(both.map(({ counts }) => counts.add).toSorted()).toEqual([0, 2]);
  expect(await listOwn(premium)).toHaveLength(2);
});

test('is told of in the activity with the name of the file', async () => {
  const { premium } = calls.world.people;
  await calls.sendWell(premium, 'own', [HEADS, FIRE], { name: 'old register.csv' });
  const { data } = (await calls.world.server.call({ url: '/api/activity?what=imports', token: premium.token })).json();
  expect(data[0]).toMatchObject({
    what: 'imports.run',
    by: premium.userId,
    about: { kind: 'own', name: 'old register.csv', count: 1 },
  });
});

test('strangers, and the rows of the template as they are', async () => {
  const { premium } = calls.world.people;
  expectFailure(await calls.send({ token: 'nobody' }, 'own', [HEADS]), 401, 'Please sign in to continue');
  for (const format of ['csv', 'xlsx']) {
    const url = `/api/imports/own/template?format=${format}`;
    const template = await calls.world.server.call({ url, token: premium.token });
    expect(template.headers['content-disposition']).toContain(`Own%20obligations.${format}`);
    const report = await calls.sendWell(premium, 'own', template.rawPayload, { name: `own.${format}` });
    expect(report).toMatchObject({ counts: { rows: 2, add: 0, skip: 2 }, faultCount: 0 });
    expect(report.columns.filter(({ letter }) => letter === null)).toEqual([]);
  }
});
