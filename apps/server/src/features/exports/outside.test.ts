import { buffer } from 'node:stream/consumers';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addItem, inCatalogue } from '../../../test/catalogue.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import { writeTable } from '../../platform/files/tables/write-table.ts';
import { endLoadedItem } from '../compliance-items/commands-load.ts';
import { addEvidenceOf } from './evidence.fixture.ts';
import { day, pick, RegisterWorld } from './register-world.fixture.ts';

/*
 * What is recorded of an obligation that is none any more stays in the registers, and in no figure (R-exports-7).
 */

let world: RegisterWorld;

beforeAll(async () => {
  world = await RegisterWorld.start();
});

afterAll(() => world.server.close());

beforeEach(() => world.begin());

const PERIOD = '&from=2026-08-01&to=2026-12-31';

const exclude = async (item: string, reason: string, until = '') => {
  const payload = { userId: world.owner.userId, reason, until };
  const said = await world.call('PUT', `/compliance/data/${item}/does-not-apply`, payload);
  expect(said.statusCode, said.body).toBe(200);
};

/** Lets it have been said on an earlier day. */
const saidOn = (on: string) =>
  world.server.owner.query(`update exclusions set created_at = $1 where workspace_id = $2`, [
    `${on}T12:00:00+05:30`,
    world.owner.workspaceId,
  ]);

const linesOf = async (title: string, query = PERIOD) =>
  pick(
    (await world.read('compliance', query)).filter(({ Obligation }) => Obligation === title),
    'Due',
    'Status',
    'Standing',
  );

async function readPdf(table: string): Promise<string> {
  const pdf = await world.call('GET', `/exports/${table}?format=pdf${PERIOD}`);
  expect(pdf.statusCode).toBe(200);
  return (await extractText(await getDocumentProxy(new Uint8Array(pdf.rawPayload)), { mergePages: true })).text;
}

/** How many lines of the register of a year stand how. */
async function countYear() {
  const rows = await world.read('compliance', '&from=2025-11-22&to=2026-11-21');
  const count = (standing: RegExp) => rows.filter(({ Standing = '' }) => standing.test(Standing)).length;
  return { done: count(/^On time$/), late: count(/^Late by/), overdue: count(/^Overdue$/) };
}

test('said not to apply, it keeps what was recorded and what was open, and the figures leave all of it out', async () => {
  await world.record(world.ecr, '2026-09-15', {}, { filedOn: day('2026-09-14') });
  await world.record(world.ecr, '2026-11-15', { note: 'For the last time' }, { filedOn: day('2026-11-17') });
  await addEvidenceOf(world.server, world.owner, { item: world.ecr, day: '2026-09-15', name: 'challan.pdf' });
  const payment = { userId: world.owner.userId, itemId: world.ecr, date: '2026-09-14', amount: 12, description: 'EPF' };
  expect((await world.call('POST', `/compliance/data/${world.ecr}/payment-dates`, payment)).statusCode).toBeLessThan(
    300,
  );
  await exclude(world.ecr, 'We closed\n\nthe works', '2027-03-31');
  await saidOn('2026-11-10');

  expect(await linesOf('ECR')).toEqual([
    '2026-08-15 | Not Done | Does not apply (overdue)',
    '2026-09-15 | Done | Does not apply (on time)',
    '2026-10-15 | Not Done | Does not apply (overdue)',
    // What was recorded later stays, what wasn't is no gap: 15 December is not there.
    '2026-11-15 | Done | Does not apply (late by 2 days)',
  ]);
  const words = 'since 10/11/2026 to 31/03/2027, by Asha Rao: We closed the works';
  const rows = await world.read('compliance', PERIOD);
  expect(rows.filter(({ Obligation }) => Obligation === 'ECR')[1]).toMatchObject({
    ...{ Evidence: 'challan.pdf', 'Done on': '2026-09-14', 'Days late': '', 'Said not to apply': words },
  });
  expect(
    new Set(
      pick(
        rows.filter(({ Obligation }) => Obligation !== 'ECR'),
        'Said not to apply',
      ),
    ),
  ).toEqual(new Set(['']));
  expect(pick(await world.read('statuses'), 'Due date', 'Note', 'Said not to apply')).toEqual([
    `2026-09-15 |  | ${words}`,
    `2026-11-15 | For the last time | ${words}`,
  ]);
  expect(pick(await world.read('payments'), 'Paid on', 'Obligation', 'Said not to apply')).toEqual([
    `2026-09-14 | ECR | ${words}`,
  ]);
  for (const table of ['compliance', 'statuses', 'payments']) {
    const text = (await readPdf(table)).replace(/\s+/g, ' ');
    expect(text).toContain('Said not to apply: since, by whom, why');
    expect(text).toContain(`ECR (Provident Fund Act): ${words}`);
  }
  expect(await linesOf('ECR', `${PERIOD}&status=overdue`)).toEqual([]);

  const year = await countYear();
  const overview = (await world.call('GET', '/companies/overview')).json().data;
  const [listed] = (await world.call('GET', '/companies')).json().data;
  expect(overview.onTime).toEqual({ done: year.done, of: year.done + year.late + year.overdue });
  expect(overview.onTime).toEqual(listed.onTime);
  expect(overview.closedWithEvidence).toEqual(listed.closedWithEvidence);
  expect(overview.late.count).toBe(year.overdue);
  expect(year).toMatchObject({ done: 0, late: 0 });
});

test('of which nothing is recorded it has no line, and is named below the register all the same', async () => {
  await exclude(world.ecr, 'Nobody works here');
  await saidOn('2026-11-22');
  expect(await linesOf('ECR')).toEqual([]);
  expect(await readPdf('compliance')).toContain(
    'ECR (Provident Fund Act): since 22/11/2026, by Asha Rao: Nobody works here',
  );
  expect(await readPdf('payments')).not.toContain('Nobody works here');
});

test('by its answers, its states or its headcount no more, it has what was recorded', async () => {
  const title = 'Canteen return';
  const schedule = {
    due_date: '2024-01-20',
    created_at: '2025-01-01',
    frequency: 'monthly',
    min_employees: 10,
  } as const;
  const item = await addItem(world.server.services, { act_id: world.esi, title, ...schedule });
  await addStatusEntry(world.server.services, world.owner, { item, day: '2026-09-20', records: ['done'] });
  expect(await linesOf(title)).toHaveLength(5);
  await world.server.owner.query('update companies set employee_count = 5 where workspace_id = $1', [
    world.owner.workspaceId,
  ]);
  expect(await linesOf(title)).toEqual([expect.stringMatching(/^2026-09-20 \| Done \| Does not apply \(/)]);
  expect(await readPdf('compliance')).toContain(
    `${title} (Insurance Act): by the states, the headcount and the answers`,
  );
});

test('ended, or of a day on which it does not fall due any more, it has what was recorded', async () => {
  const { database } = world.server.services;
  const schedule = { due_date: '2024-01-20', created_at: '2025-01-01', frequency: 'monthly' } as const;
  const [ended, moved] = await Promise.all(
    ['Ended', 'Moved'].map((title) => addItem(world.server.services, { act_id: world.esi, title, ...schedule })),
  );
  for (const item of [ended, moved]) await world.record(item ?? '', '2026-09-20', {}, { filedOn: day('2026-09-18') });
  await inCatalogue(database.db, (trx) => endLoadedItem(trx, ended ?? '', 'Repealed'));
  await world.server.owner.query(`update compliance_items set due_date = '2024-01-07' where id = $1`, [moved]);
  expect(await linesOf('Ended')).toEqual(['2026-09-20 | Done | Ended (on time)']);
  expect((await linesOf('Moved')).slice(0, 4)).toEqual([
    expect.stringMatching(/^2026-08-07 /),
    expect.stringMatching(/^2026-09-07 /),
    '2026-09-20 | Done | No due day (on time)',
    expect.stringMatching(/^2026-10-07 /),
  ]);
  const year = await countYear();
  const overview = (await world.call('GET', '/companies/overview')).json().data;
  expect(overview.onTime).toEqual({ done: year.done, of: year.done + year.late + year.overdue });
  expect(overview.onTime).toEqual((await world.call('GET', '/companies')).json().data[0].onTime);
});

test('a PDF goes on with what stands below its rows on the next page', async () => {
  const lines = Array.from({ length: 120 }, (_, n) => `Obligation ${n} (Act): since 22/11/2026, by Asha Rao: closed`);
  const table = {
    ...{ title: 'Register', facts: [], columns: [{ title: 'Act', kind: 'text', width: 9 }] as const },
    rows: (async function* () {})(),
    below: { title: 'Said not to apply', lines },
    madeAt: new Date(0),
  };
  const pdf = await getDocumentProxy(new Uint8Array(await buffer(writeTable('pdf', table))));
  const { text, totalPages } = await extractText(pdf);
  expect(totalPages).toBeGreaterThan(2);
  expect(text.join('\n').match(/Obligation \d+ /g)).toHaveLength(120);
});
