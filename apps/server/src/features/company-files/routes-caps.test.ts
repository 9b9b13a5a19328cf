import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addPerson } from '../../../test/people.ts';
import { beginWithTwo, expectRefused, file, type Row, send, to } from './company-file-calls.fixture.ts';
import { changeRows, forge, withRows } from './forged-file.fixture.ts';

/*
 * Rows of a company's file are counted, and its columns judged, as by the calls that write them (R-company-files-11,
 * R-company-files-12).
 */

beginWithTwo();

/** The rows of a table with one more, which is like the first. */
const oneMore = (changes: (first: Row) => Row) => (rows: Row[]) => [...rows, { ...rows[0], ...changes(rows[0] ?? {}) }];

describe('plans and caps', () => {
  const asPlan = (tables: Record<string, (rows: Row[]) => Row[]>) =>
    withRows(file, {
      company_states: () => [],
      establishments: (rows) => rows.map((row) => ({ ...row, ...(row.state !== null && { state: 'Kerala' }) })),
      ...tables,
    });
  const copies = (count: number, changes: (number: number) => Row) => (rows: Row[]) => [
    ...rows,
    ...Array.from({ length: count }, (_, number) => ({ ...rows[0], id: randomUUID(), ...changes(number) })),
  ];
  const free = () => addPerson(to.services);

  test('a company with two states is above the free plan', async () => {
    const states = withRows(file, { company_states: oneMore(() => ({ state: 'Delhi' })) });
    await expectRefused(states, /This company has 3 states; the free plan has one\. Upgrade to Premium/, await free());
  });

  test('a company with places elsewhere is, too', async () => {
    const places = withRows(file, { company_states: () => [] });
    await expectRefused(places, /This company has 2 states; the free plan has one/, await free());
  });

  test('own obligations are counted, whatever registration they name', async () => {
    const six = asPlan({ compliance_items: copies(6, () => ({ registration_id: null })) });
    await expectRefused(
      six,
      /This company has 7 obligations of its own; the free plan has room for 5\. Upgrade/,
      await free(),
    );
    const renewals = asPlan({
      compliance_items: (rows) => [...rows, { ...rows.find((row) => row.registration_id !== null), id: randomUUID() }],
    });
    await expectRefused(renewals, /more than 1 renewals of one registration/, await free());
    expect(
      (await send(await free(), asPlan({ compliance_items: copies(3, () => ({ registration_id: null })) }))).statusCode,
    ).toBe(200);
  });

  test.each<[string, string, number, (number: number) => Row, RegExp]>([
    [
      'establishments',
      'establishments',
      500,
      () => ({ follows_profile: false, name: 'x', state: 'Goa', city: '', employee_count: 1 }),
      /more than 500 establishments/,
    ],
    ['registrations', 'registrations', 500, (number) => ({ number: `N/${number}` }), /more than 500 registrations/],
    [
      'holidays',
      'holidays',
      200,
      (number) => ({ day: `2026-01-${String((number % 28) + 1).padStart(2, '0')}` }),
      /more than 200 holidays/,
    ],
    ['payments', 'payment_dates', 1_000, () => ({}), /more than 1,000 payment dates of one/],
    ['reminders', 'custom_reminders', 100, () => ({}), /more than 100 reminders of one/],
    ['records of a day', 'status_records', 200, () => ({}), /more than 200 records of one day/],
    ['duties of an event', 'event_duties', 100, () => ({}), /more than 100 duties of one event/],
    ['own obligations', 'compliance_items', 500, () => ({ registration_id: null }), /has 501 obligations of its own/],
  ])('%s are counted as by their calls', async (_what, table, count, changes, message) => {
    await expectRefused(withRows(file, { [table]: copies(count, changes) }), message);
  });

  test('people of the company and those to be invited are counted together', async () => {
    const many = (count: number) =>
      withRows(file, {
        invitation_drafts: copies(250, (number) => ({ email: `draft-${number}@example.in` })),
        people: copies(count, (number) => ({ email: `person-${number}@example.in`, role: 'member' })),
      });
    await expectRefused(many(249), /more than 500 people to be invited/);
    expect((await send(await addPerson(to.services, { role: 'premium' }), many(240))).statusCode).toBe(200);
  });

  test('files at one record are counted, too', async () => {
    const many = withRows(file, {
      evidence: (rows) => {
        const [row = {}] = rows.filter(({ removed_at }) => removed_at === null);
        const one = (number: number) => ({
          ...{ ...row, id: randomUUID(), path: undefined },
          sha256: `\\x${String(number).padStart(64, '0')}`,
        });
        return [...rows, ...Array.from({ length: 11 }, (_, number) => one(number))];
      },
    });
    await expectRefused(many, /more than 10 files at one record/);
  });
});

describe('fields of a company that no form takes', () => {
  test.each<[string, Row]>([
    ['company_website', { company_website: 'javascript:alert(document.domain)' }],
    ['company_name', { company_name: 'Rao\nBcc: everybody' }],
    ['company_name', { company_name: 'W'.repeat(300_000) }],
    ['industry', { industry: 'x'.repeat(201) }],
    ['company_phone', { company_phone: '<b>1</b>' }],
    ['designation', { designation: 'King' }],
  ])('%s', async (column, changes) => {
    await expectRefused(
      changeRows(file, 'companies', (row) => ({ ...row, ...changes })),
      new RegExp(column === 'company_name' && String(changes.company_name).length > 1_000 ? 'read' : `\\(${column}`),
    );
  });

  test('an act with a name of millions of letters is told so', async () => {
    const named = changeRows(file, 'acts', (row) => ({ ...row, name: 'W'.repeat(3_900_000) }));
    await expectRefused(named, /data\/acts\.jsonl can't be read/);
  });

  test('what the manifest says of where it came from is a hash', async () => {
    for (const lies of [{ head: 'x'.repeat(64) }, { head: 'W'.repeat(70) }, { made: '12000-01-01T00:00:00Z' }]) {
      await expectRefused(
        forge(file, () => lies),
        /not the file of a company/,
      );
    }
    await expectRefused(
      forge(file, () => ({ rows: {} })),
      /The file was altered/,
    );
  });
});
