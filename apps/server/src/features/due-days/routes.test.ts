import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson, companyOf, join } from '../../../test/people.ts';
import { expectFailure } from '../../../test/tracked.ts';
import { at, DueDays } from './due-days.fixture.ts';

let days: DueDays;

beforeAll(async () => {
  days = await DueDays.start();
});

afterAll(() => days.world.server.close());

const TDS = [{ of: '04-07', on: '04-30' }];

describe('exceptions', () => {
  test('move that occurrence every year', async () => {
    const { premium } = days.world.people;
    const item = await days.addItem({ due_date_description: '30 April for March' }, TDS);
    expect(await days.moved(premium, item)).toEqual([
      '2026-04-07 2026-04-30 -',
      '2027-04-07 2027-04-30 -',
      '2028-04-07 2028-04-30 -',
    ]);
    const { dueDate, movedDays } = await days.read(premium, item);
    expect(dueDate.exceptions).toEqual(TDS);
    expect(movedDays[0]?.by).toEqual([{ what: 'exception', source: '30 April for March' }]);
    const still = await days.addItem();
    expect((await days.read(premium, still)).movedDays).toEqual([]);
    expect((await days.read(premium, still)).dueDate).not.toHaveProperty('exceptions');
  });

  test('are written by administrators with the due date, and stay when they are left out', async () => {
    const { admin } = days.world.people;
    const item = await days.addItem();
    const change = (dueDate: object) => days.send(admin, 'PATCH', `compliance/data/${item}`, { dueDate });
    expect((await change({ exceptions: TDS })).json().data.dueDate.exceptions).toEqual(TDS);
    expect((await change({ description: 'On the 7th' })).json().data.dueDate.exceptions).toEqual(TDS);
    expect((await change({ date: '2026-04-08' })).json().data).toMatchObject({
      movedDays: [],
      dueDate: { exceptions: TDS },
    });
    expect((await change({ exceptions: [] })).json().data.dueDate).not.toHaveProperty('exceptions');
    for (const [exceptions, fault] of [
      [[{ of: '04-08', on: '02-29' }], '29 February is not there every year'],
      [[...TDS, ...TDS], 'Nothing falls due on 04-07'],
      [[{ of: '12-08', on: '01-08' }], 'The exception for 12-08 leaves its year'],
      ['04-07', 'Please give the days as month and day, such as 04-07'],
      [Array.from({ length: 25 }, () => TDS[0]), 'There can be at most 24 exceptions'],
    ] as const) {
      const refused = await change({ exceptions });
      expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining(fault)]);
    }
  });

  test('are those of a new item, and of a company’s own', async () => {
    const { admin, premium } = days.world.people;
    const { actId } = await days.read(premium, await days.addItem());
    const form = { actId, title: 'TDS', dueDate: { date: '2026-05-07', frequency: 'monthly', exceptions: TDS } };
    expect((await days.sendWell(admin, 'POST', 'compliance/data', form)).dueDate.exceptions).toEqual(TDS);
    const own = await days.sendWell(premium, 'POST', 'compliance/own', form);
    expect(await days.moved(premium, own._id)).toEqual(['2027-04-07 2027-04-30 -', '2028-04-07 2028-04-30 -']);
  });
});

describe('what is recorded', () => {
  test('for the legal day, or the company’s, is the occurrence’s, whichever way it comes', async () => {
    const { premium } = days.world.people;
    const item = await days.addItem({}, TDS);
    const recorded = await days.record(premium, item, '2026-04-30');
    expect(recorded.statusHistory).toMatchObject([{ date: at('2026-04-07'), current: 'done' }]);
    const note = { userId: premium.userId, note: 'Challan', forDate: '2026-04-30' };
    await days.sendWell(premium, 'PATCH', `compliance/data/${item}/note`, note);
    const entries = [{ id: item, forDate: '2027-04-30', status: 'done' }];
    await days.sendWell(premium, 'POST', 'compliance/data/status/bulk', { entries });
    const company = await companyOf(days.world.server.services, premium);
    const run = { itemId: item, forDate: '2028-04-30', entries: [{ companyId: company, status: 'done' }] };
    await days.sendWell(premium, 'POST', 'compliance/run', run);
    expect(await days.sendWell(premium, 'GET', `compliance/run?itemId=${item}&forDate=2028-04-30`)).toMatchObject({
      day: at('2028-04-07'),
      rows: [{ status: 'done' }],
    });
    await days.sendWell(premium, 'PUT', `compliance/data/${item}/company-day`, {
      forDate: '2026-12-07',
      day: '2026-12-04',
    });
    await days.record(premium, item, '2026-12-04');
    const { statusHistory } = await days.read(premium, item);
    expect(statusHistory.map(({ date }) => date.slice(0, 10)).toSorted()).toEqual([
      '2026-04-07',
      '2026-12-07',
      '2027-04-07',
      '2028-04-07',
    ]);
    expect(statusHistory.find(({ date }) => date === at('2026-04-07'))?.history).toHaveLength(2);
  });
});

describe('the company’s day', () => {
  test('is the company’s, by whom a manager sets it, until it is removed', async () => {
    const { premium, colleague, free } = days.world.people;
    const item = await days.addItem();
    const path = `compliance/data/${item}/company-day`;
    const set = await days.sendWell(premium, 'PUT', path, { forDate: '2026-12-07', day: '2026-12-04' });
    expect(set.movedDays).toMatchObject([
      { legal: at('2026-12-07'), company: at('2026-12-04'), by: [{ what: 'company' }] },
    ]);
    expect(await days.moved(colleague, item)).toEqual(['2026-12-07 2026-12-07 2026-12-04']);
    expect(await days.moved(free, item)).toEqual([]);
    // An occurrence of January may be done with in the year before.
    await days.sendWell(premium, 'PUT', path, { forDate: '2027-01-07', day: '2026-12-31' });
    await days.sendWell(premium, 'DELETE', `${path}?forDate=2027-01-07`);
    await days.sendWell(premium, 'PUT', path, { forDate: '2026-12-04', day: '2026-12-01' });
    expect(await days.moved(colleague, item)).toEqual(['2026-12-07 2026-12-07 2026-12-01']);
    await days.sendWell(premium, 'DELETE', `${path}?forDate=2026-12-07`);
    expect(await days.moved(colleague, item)).toEqual([]);
    expectFailure(
      await days.send(premium, 'DELETE', `${path}?forDate=2026-12-07`),
      404,
      'There is no day of your own for this occurrence',
    );
    expect((await days.activityOf(premium)).filter((what) => what.startsWith('company-days'))).toEqual(
      expect.arrayContaining(['company-days.set', 'company-days.remove']),
    );
  });

  test.each([
    ['2026-12-07', '2026-12-08', 'The law allows 07/12/2026 at the latest'],
    ['2026-12-07', '2026-05-01', 'Your day can be at most 180 days from 07/12/2026'],
    ['2026-12-07', '2025-12-04', 'Your day can be at most 180 days from 07/12/2026'],
    ['2026-12-07', '2027-12-04', 'Your day can be at most 180 days from 07/12/2026'],
    ['2026-12-08', '2026-12-01', 'Nothing falls due on this day'],
    ['2026-12-07', '2026-02-30', 'Invalid date format'],
    ['', '2026-12-01', 'Please select an occurrence'],
  ])('of %s on %s is refused: %s', async (forDate, day, message) => {
    const item = await days.addItem();
    const response = await days.send(days.world.people.premium, 'PUT', `compliance/data/${item}/company-day`, {
      forDate,
      day,
    });
    expect([response.statusCode, response.json().message]).toEqual([400, message]);
  });

  test('may be later where the law leaves it to the company, up to the law’s latest day', async () => {
    const { premium } = days.world.people;
    const set = async (item: string, day: string) =>
      (await days.send(premium, 'PUT', `compliance/data/${item}/company-day`, { forDate: '2026-12-07', day }))
        .statusCode;
    const open = await days.addItem({ basis: 'company' });
    expect([await set(open, '2026-12-20'), await set(open, '2027-06-05'), await set(open, '2027-06-06')]).toEqual([
      200, 200, 400,
    ]);
    const wages = await days.addItem({ basis: 'company', latest_after: 0 });
    expect([await set(wages, '2026-12-07'), await set(wages, '2026-12-08')]).toEqual([200, 400]);
  });

  test('is a manager’s to set, for an item that they see', async () => {
    const { premium, free } = days.world.people;
    const { services } = days.world.server;
    const item = await days.addItem();
    const body = { forDate: '2026-12-07', day: '2026-12-04' };
    const path = `compliance/data/${item}/company-day`;
    expect((await days.world.server.call({ method: 'PUT', url: `/api/${path}`, payload: body })).statusCode).toBe(401);
    for (const role of ['member', 'viewer'] as const) {
      const person = await addPerson(services);
      await join(services, person, premium, { role });
      const headers = { 'x-company': await companyOf(services, premium) };
      for (const [method, url] of [
        ['PUT', path],
        ['DELETE', `${path}?forDate=2026-12-07`],
        ['POST', 'holidays'],
        ['DELETE', `holidays/${DueDays.unknownId()}`],
      ] as const) {
        const response = await days.world.server.call({
          ...{ method, url: `/api/${url}`, token: person.token, headers },
          payload: { ...body, name: 'Onam' },
        });
        expect([url, response.statusCode]).toEqual([url, 403]);
      }
      expect((await days.world.server.call({ url: '/api/holidays', token: person.token, headers })).statusCode).toBe(
        200,
      );
    }
    expectFailure(
      await days.send(free, 'PUT', `compliance/data/${days.world.items.goa}/company-day`, body),
      404,
      'Compliance item not found',
    );
  });
});

describe('holidays', () => {
  test('are a list of the company’s own, which its items carry', async () => {
    const { premium, free } = days.world.people;
    const item = await days.addItem();
    const onam = await days.sendWell(premium, 'POST', 'holidays', { day: '2026-12-30', name: 'Onam' });
    await days.sendWell(premium, 'POST', 'holidays', { day: '2026-12-24', name: ' Eve ' });
    expect(await days.sendWell(premium, 'GET', 'holidays')).toEqual([
      { _id: expect.any(String), day: at('2026-12-24'), name: 'Eve' },
      { _id: onam._id, day: at('2026-12-30'), name: 'Onam' },
    ]);
    expect((await days.read(premium, item)).holidays).toEqual([at('2026-12-24'), at('2026-12-30')]);
    expect(await days.sendWell(free, 'GET', 'holidays')).toEqual([]);
    expect(await days.read(free, item)).not.toHaveProperty('holidays');
    expectFailure(
      await days.send(premium, 'POST', 'holidays', { day: '2026-12-30', name: 'Again' }),
      409,
      'This day is a holiday already',
    );
    expectFailure(
      await days.send(premium, 'POST', 'holidays', { day: '2026-12-31', name: '' }),
      400,
      'Please name the holiday',
    );
    expectFailure(await days.send(free, 'DELETE', `holidays/${onam._id}`), 404, 'Holiday not found');
    await days.sendWell(premium, 'DELETE', `holidays/${onam._id}`);
    expect((await days.read(premium, item)).holidays).toEqual([at('2026-12-24')]);
  });

  test('company days are as many as answers can hold; one that is there may change', async () => {
    const { premium } = days.world.people;
    const item = await days.addItem();
    const path = `compliance/data/${item}/company-day`;
    await days.sendWell(premium, 'PUT', path, { forDate: '2026-12-07', day: '2026-12-01' });
    await days.world.server.owner.query(
      `insert into company_days (workspace_id, compliance_item_id, day, company_day, set_by)
       select $1, $2, date '2030-01-01' + n, date '2030-01-01' + n, $3 from generate_series(
         1, 4999 - (select count(*)::int from company_days where workspace_id = $1 and compliance_item_id <> $2)) n`,
      [premium.workspaceId, item, premium.userId],
    );
    await days.sendWell(premium, 'PUT', path, { forDate: '2026-12-07', day: '2026-12-02' });
    expectFailure(
      await days.send(premium, 'PUT', path, { forDate: '2026-11-07', day: '2026-11-02' }),
      409,
      'There can be at most 5,000 days of your own. Remove some first.',
    );
    await days.world.server.owner.query('delete from company_days where compliance_item_id = $1', [item]);
  });

  test('are as many as a list can hold', async () => {
    const { free } = days.world.people;
    await days.world.server.owner.query(
      `insert into holidays (workspace_id, id, day, name)
       select $1, gen_random_uuid(), date '2030-01-01' + n, 'Off' from generate_series(1, 200) n`,
      [free.workspaceId],
    );
    expectFailure(
      await days.send(free, 'POST', 'holidays', { day: '2026-12-30', name: 'Onam' }),
      409,
      'There can be at most 200 holidays. Remove one first.',
    );
  });
});
