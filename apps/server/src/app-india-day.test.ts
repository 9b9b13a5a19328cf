import { INDIA } from '@anupalan/domain/calendar-day';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { addAct, addItem } from '../test/catalogue.ts';
import { startTestApp, type TestApp } from '../test/harness.ts';
import { addPerson, type Person } from '../test/people.ts';
import { indianDay } from './platform/days/indian-day.ts';

let server: TestApp;
let owner: Person;
let now = Temporal.Instant.from('2026-12-15T19:28:00Z');

beforeAll(async () => {
  server = await startTestApp({ now: () => now });
  const act = await addAct(server.services, { name: 'Provident Fund Act' });
  await addItem(server.services, { act_id: act, title: 'ECR', due_date: '2026-01-01', frequency: 'daily' });
  await server.owner.query(`update compliance_items set created_at = '2025-01-01'`);
});

afterEach(() => void vi.unstubAllEnvs());

afterAll(() => server.close());

const get = async (url: string) => {
  const response = await server.call({ url: `/api${url}`, token: owner.token });
  expect(response.statusCode, response.body).toBe(200);
  return response;
};

/** How the register says that a day of the obligation stands: `Open`, `Overdue`. */
async function standingOn(day: Temporal.PlainDate): Promise<string | undefined> {
  const { body } = await get(`/exports/compliance?format=csv&from=${day}&to=${day}`);
  return /,"?(Open|Overdue)"?,/.exec(body)?.[1];
}

describe.each([
  ['UTC', 0],
  [INDIA, -330],
])('with the server in %s', (timeZone, offset) => {
  test.each([
    ['23:59', '2026-12-15', '2026-12-15'],
    ['00:30', '2026-12-16', '2026-12-16'],
    ['05:00', '2026-12-16', '2026-12-16'],
    ['00:30', '2026-12-01', '2026-12-01'],
    ['00:30', '2027-01-01', '2027-01-01'],
    ['05:00', '2027-04-01', '2027-04-01'],
  ])('at %s on %s in India today is %s, in every answer', async (time, date, expected) => {
    vi.stubEnv('TZ', timeZone);
    expect(new Date().getTimezoneOffset()).toBe(offset);
    const today = Temporal.PlainDate.from(expected);
    const yesterday = today.subtract({ days: 1 });
    now = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(INDIA).toInstant();
    // Since midnight in India of the day before: in UTC that is the day before it.
    owner = await addPerson(server.services, {
      ...{ role: 'premium', company: { employeeCount: 20, state: 'Kerala' } },
      since: yesterday.toZonedDateTime(INDIA).toInstant().toString(),
    });

    const [company] = (await get('/companies')).json().data;
    expect([company.overdue, company.nextDue]).toEqual([1, `${today}T00:00:00.000Z`]);
    const overview = (await get('/companies/overview')).json().data;
    expect([overview.madeOn.slice(0, 10), overview.month]).toEqual([`${today}`, `${today}`.slice(0, 7)]);
    expect(overview.late.lines.map(({ day }: { day: string }) => day.slice(0, 10))).toEqual([`${yesterday}`]);
    const report = (await get('/companies/report')).json().data;
    expect([report.madeOn.slice(0, 10), report.month]).toEqual([`${today}`, `${today}`.slice(0, 7)]);
    const [item] = (await get('/compliance/data')).json().data;
    expect(item.trackedFrom).toBe(`${yesterday}T00:00:00.000Z`);
    expect([await standingOn(yesterday), await standingOn(today)]).toEqual(['Overdue', 'Open']);
  });
});

test.each([
  ['2026-12-15 18:29:59+00', '2026-12-15'],
  ['2026-12-15 18:30:00+00', '2026-12-16'],
  ['2026-12-31 19:00:00+00', '2027-01-01'],
  ['2027-03-31 23:30:00+00', '2027-04-01'],
])('in SQL %s is on %s, whatever the time zone of the connection', async (moment, day) => {
  const client = await server.owner.connect();
  try {
    for (const timeZone of ['UTC', INDIA, 'America/Los_Angeles']) {
      await client.query(`set time zone '${timeZone}'`);
      const { rows } = await client.query(`select ${indianDay('$1::timestamptz')}::text as day`, [moment]);
      expect(rows).toEqual([{ day }]);
    }
  } finally {
    client.release(true);
  }
});
