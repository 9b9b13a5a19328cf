import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addPerson } from '../../../test/people.ts';
import {
  bare,
  beginWithVictim,
  catalogues,
  expectRefused,
  file,
  type Row,
  takeIn,
  to,
  victim,
  workspaceOf,
} from './company-file-calls.fixture.ts';
import { changeRows, forge, withRows } from './forged-file.fixture.ts';
import { addRichCompany } from './rich-company.fixture.ts';

/*
 * A company's file is a stranger's: what no call can write, no file can (R-company-files-7, R-company-files-11,
 * R-company-files-12).
 */

beginWithVictim();

/** The rows of a table with one more, which is like the first. */
const oneMore = (changes: (first: Row) => Row) => (rows: Row[]) => [...rows, { ...rows[0], ...changes(rows[0] ?? {}) }];

describe('the catalogue', () => {
  const printValues = async () =>
    (await to.owner.query(`select * from compliance_values order by compliance_item_id, compliance_field_id`)).rows;

  test('gets no value by a file', async () => {
    const before = await printValues();
    const ofCatalogue = withRows(file, {
      compliance_values: (rows) =>
        rows.map((row) => ({
          ...row,
          compliance_item_id: catalogues.from.ecr,
          text: 'https://evil.example/',
          is_link: true,
        })),
    });
    await expectRefused(ofCatalogue, /data\/compliance_values\.jsonl names a row of compliance_items/);
    const byBareId = changeRows(file, 'compliance_values', (row) => ({
      ...row,
      compliance_item_id: bare(catalogues.to.ecr),
    }));
    await expectRefused(byBareId, /compliance_item_id: is no id/);
    expect(await printValues()).toEqual(before);
  });

  test('is never an own row: an id is one thing', async () => {
    const twice = withRows(file, {
      catalogue: (rows) => [...rows, { kind: 'item', id: ownId, key: 'esi', title: 'x', day: null, newDay: null }],
      compliance_items: (rows) => rows.map((row) => ({ ...row, ...(row.registration_id === null && { id: ownId }) })),
      compliance_values: () => [],
      status_entries: () => [],
      status_records: () => [],
    });
    await expectRefused(twice, /has an id that is there already/);
  });
  const ownId = '01a00000-0000-7000-8000-000000000001';
});

/** What a duty asks of whom it is for. */
const ASKED = { key: 'nature', answeredFor: 'establishment', assumed: '', assumeYesFrom: null };

describe('what ends the server or its jobs', () => {
  const own = (changes: Row) =>
    changeRows(file, 'compliance_items', (row) => (row.registration_id === null ? { ...row, ...changes } : row));
  const renewal = (changes: Row) =>
    changeRows(file, 'compliance_items', (row) => (row.registration_id === null ? row : { ...row, ...changes }));

  test.each<[string, () => Uint8Array, RegExp]>([
    ['a title of millions of letters', () => own({ title: 'W'.repeat(3_900_000) }), /Line \d of .* can't be read/],
    ['a title of 201 letters', () => own({ title: 'W'.repeat(201) }), /title: Please use at most 200/],
    ['reminders after millions of days', () => own({ reminder_days: [2_147_483_647] }), /reminder_days/],
    ['367 days', () => own({ reminder_days: [367] }), /reminder_days.*from 0 to 366/],
    ['21 reminders', () => own({ reminder_days: Array(21).fill(1) }), /at most 20 reminder days/],
    [
      'a state from infinity',
      () => changeRows(file, 'company_states', (row) => ({ ...row, added_at: 'infinity' })),
      /added_at: is no moment/,
    ],
    ['an unknown state', () => changeRows(file, 'company_states', (row) => ({ ...row, state: 'Atlantis' })), /state/],
    ['a daily renewal', () => renewal({ frequency: 'daily' }), /registration_id: is that of an obligation/],
    ['a day of the year 12000', () => own({ due_date: '12000-01-01' }), /due_date/],
    ['a day before Christ', () => own({ due_date: '0044-03-15 BC' }), /due_date/],
    ['a day of 2201', () => own({ due_date: '2201-01-01' }), /due_date/],
    ['a date without a frequency', () => own({ frequency: 'never' }), /due_date: does not fit/],
    [
      'an act with a text of thousands of letters',
      () => changeRows(file, 'acts', (row) => ({ ...row, description: 'x'.repeat(50_000) })),
      /description: has more than 200/,
    ],
    ['an act of a state', () => changeRows(file, 'acts', (row) => ({ ...row, state: 'Goa' })), /state/],
    [
      'an act from ten people',
      () => changeRows(file, 'acts', (row) => ({ ...row, min_employees: 10 })),
      /min_employees/,
    ],
    [
      'an act of nothing',
      () => withRows(file, { acts: oneMore(() => ({ id: randomUUID(), name: 'Other' })) }),
      /has an act with no obligation/,
    ],
    ['a February of 30 days', () => own({ exceptions: [{ of: '02-30', on: '03-01' }] }), /exceptions/],
    ['conditions of the catalogue', () => own({ conditions: [{ key: 'x' }] }), /conditions/],
    ['an unknown nature', () => changeRows(file, 'establishments', (row) => ({ ...row, nature: 'shop' })), /nature/],
    [
      'billions of employees',
      () => changeRows(file, 'companies', (row) => ({ ...row, employee_count: 2_147_483_647 })),
      /employee_count/,
    ],
    [
      'another check',
      () => changeRows(file, 'status_records', (row) => ({ ...row, check_instead: 'x' })),
      /check_instead/,
    ],
    [
      'a filing of no day',
      () => changeRows(file, 'status_records', (row) => ({ ...row, filing: { filedOn: '2026-99-99T00:00:00.000Z' } })),
      /filing/,
    ],
    [
      'a filing of 1900',
      () => changeRows(file, 'status_records', (row) => ({ ...row, filing: { filedOn: '1900-01-01T00:00:00.000Z' } })),
      /filing: The day of filing must not be before/,
    ],
    [
      'a filing of 1900 that waits',
      () => changeRows(file, 'checks', (row) => ({ ...row, filing: { filedOn: '1900-01-01T00:00:00.000Z' } })),
      /filing: The day of filing must not be before/,
    ],
    [
      'a filing of 2190',
      () => changeRows(file, 'status_records', (row) => ({ ...row, filing: { filedOn: '2190-01-01T00:00:00.000Z' } })),
      /filing: is after the file was made/,
    ],
    [
      'an own day of 2200',
      () => changeRows(file, 'company_days', (row) => ({ ...row, company_day: '2200-12-31' })),
      /company_day: Your day can be at most 180 days/,
    ],
    [
      'a later day of infinity',
      () => changeRows(file, 'events', (row) => ({ ...row, later_days: { x: 'infinity' } })),
      /later_days/,
    ],
    [
      'a deadline of millennia',
      () => deadline({ n: 10_000, unit: 'months', direction: 'after' }),
      /definition: deadline: n/,
    ],
    [
      'a duty that is described at length',
      () => duty({ description: 'x'.repeat(2_001) }),
      /definition: description: has more than 2000/,
    ],
    [
      'a duty with long answers',
      () => duty({ conditions: Array(10).fill({ ...ASKED, is: Array(20).fill('x'.repeat(100)) }) }),
      /definition: has more than 8000 letters/,
    ],
    ['eleven conditions of a duty', () => duty({ conditions: Array(11).fill(ASKED) }), /definition: conditions/],
    [
      'an event of 2190',
      () => changeRows(file, 'events', (row) => ({ ...row, happened_at: '2190-01-01T00:00:00+00:00' })),
      /happened_at/,
    ],
    [
      'a record of tomorrow',
      () => changeRows(file, 'status_records', (row) => ({ ...row, created_at: '2190-01-01T00:00:00+00:00' })),
      /created_at: is after the file was made/,
    ],
    [
      'a check of 2190 that waits',
      () =>
        changeRows(file, 'status_entries', (row) => ({
          ...row,
          checking: row.checking && { ...Object(row.checking), createdAt: '2190-01-01 00:00:00+00' },
        })),
      /checking: is after the file was made/,
    ],
    [
      'an event noted in 2190',
      () => changeRows(file, 'events', (row) => ({ ...row, updated_at: '2190-01-01T00:00:00+00:00' })),
      /updated_at: is after the file was made/,
    ],
    [
      'a record of 1950',
      () => changeRows(file, 'status_records', (row) => ({ ...row, created_at: '1950-01-01T00:00:00+00:00' })),
      /created_at: is before the year 2000/,
    ],
    ['a file of 2190', () => forge(file, () => ({ made: '2190-01-01T00:00:00Z' })), /made in the future/],
    ['no amount', () => changeRows(file, 'payment_dates', (row) => ({ ...row, amount_paise: 0 })), /amount_paise/],
    [
      'a number that is none',
      () => changeRows(file, 'registrations', (row) => ({ ...row, kind: 'pan' })),
      /number: A PAN has/,
    ],
    ['half a pair', () => changeRows(file, 'status_records', (row) => ({ ...row, note: '\ud800' })), /can't be read/],
    ['a NUL', () => changeRows(file, 'status_records', (row) => ({ ...row, note: 'a\0b' })), /can't be read/],
    [
      'two places of the profile',
      () => withRows(file, { establishments: oneMore(() => ({ follows_profile: true, id: randomUUID() })) }),
      /more than 1 places that follow the profile/,
    ],
    ['deep JSON', () => changeRows(file, 'activity', (row) => ({ ...row, about: deep(20_000) })), /about/],
  ])('%s is refused', async (_what, make, message) => {
    await expectRefused(make(), message);
  });

  function deadline(said: Row): Uint8Array {
    return duty({ deadline: said });
  }

  function duty(said: Row): Uint8Array {
    return changeRows(file, 'event_duties', (row) => ({ ...row, definition: { ...Object(row.definition), ...said } }));
  }
});

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
}

describe('other companies', () => {
  test.each<[string, (id: string) => string]>([
    ['without dashes', bare],
    ['in braces', (id) => `{${id}}`],
    ['in capitals', (id) => id.toUpperCase()],
    ['as it is', (id) => id],
  ])('are not reached by an id %s', async (_how, spell) => {
    const { rows } = await to.owner.query('select id, act_id from compliance_items where workspace_id = $1 limit 1', [
      victim.owner.workspaceId,
    ]);
    const [{ id, act_id: act }] = rows;
    const ofItem = (row: Row) => ({ ...row, compliance_item_id: row.compliance_item_id && spell(id) });
    for (const table of ['compliance_values', 'status_entries', 'payment_dates', 'exclusions', 'facts']) {
      await expectRefused(changeRows(file, table, ofItem), /is no id|does not have/);
    }
    await expectRefused(
      changeRows(file, 'compliance_items', (row) => ({ ...row, act_id: spell(act) })),
      /is no id|names an act that the file does not have/,
    );
  });

  test('are not reached by a made-up row of the same id, nor by one of another table', async () => {
    const { rows } = await to.owner.query('select id from acts where workspace_id = $1', [victim.owner.workspaceId]);
    const [{ id }] = rows;
    const person = await addPerson(to.services, { role: 'premium' });
    const posing = withRows(file, {
      acts: oneMore(() => ({ id, name: 'Made up' })),
      compliance_items: (items) => items.map((row) => (row.registration_id === null ? row : { ...row, act_id: id })),
    });
    const { companyId } = await takeIn(person, posing);
    const { rows: acts } = await to.owner.query(
      `select distinct act.name, act.workspace_id = item.workspace_id as own from compliance_items item
       join acts act on act.id = item.act_id where item.workspace_id = $1 order by name`,
      [await workspaceOf(companyId ?? '')],
    );
    expect(acts).toEqual([
      { name: 'Fire rules', own: true },
      { name: 'Made up', own: true },
    ]);
    const anItem = changeRows(file, 'compliance_items', (row) => ({ ...row, act_id: row.id }));
    await expectRefused(anItem, /names an act that the file does not have/);
  });

  test('can be deleted, and their owners erased, whatever was taken in', async () => {
    const other = await addRichCompany(to, catalogues.to);
    await takeIn(await addPerson(to.services, { role: 'premium' }), file);
    const { statusCode } = await to.call({
      method: 'DELETE',
      url: `/api/companies/${other.company}`,
      token: other.owner.token,
    });
    expect(statusCode).toBe(200);
  });
});
