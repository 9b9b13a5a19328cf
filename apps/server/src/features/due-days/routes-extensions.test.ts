import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addPerson, companyOf, type Person } from '../../../test/people.ts';
import { expectFailure } from '../../../test/tracked.ts';
import { at, DueDays } from './due-days.fixture.ts';

let days: DueDays;
let item: string;
let form: Record<string, unknown>;

beforeAll(async () => {
  days = await DueDays.start();
});

beforeEach(async () => {
  item = await days.addItem();
  const said = { authority: 'EPFO', link: 'https://example.in/circular' };
  form = { itemId: item, forDate: '2026-12-07', day: '2026-12-22', ...said };
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => days.world.server.close());

const publish = (changes: object = {}) =>
  days.sendWell(days.world.people.admin, 'POST', 'extensions', { ...form, ...changes });

describe('an extension', () => {
  test('moves the occurrence of everybody whom it covers, and restores it when it is taken back', async () => {
    const { admin, premium, free } = days.world.people;
    const before = await days.read(premium, item);
    const { _id } = await publish();
    for (const person of [premium, free, admin]) {
      expect(await days.moved(person, item)).toEqual(['2026-12-07 2026-12-22 -']);
    }
    expect((await days.read(premium, item)).movedDays[0]?.by).toEqual([
      { what: 'extension', source: 'EPFO (https://example.in/circular)' },
    ]);
    await days.sendWell(admin, 'DELETE', `extensions/${_id}`);
    expect(await days.read(premium, item)).toEqual(before);
    expectFailure(await days.send(admin, 'DELETE', `extensions/${_id}`), 409, 'This extension was taken back already');
  });

  test('is recorded about once, before and after it moves the day', async () => {
    const { premium, admin } = days.world.people;
    await days.record(premium, item, '2026-12-07', 'pending');
    const { _id } = await publish();
    await days.record(premium, item, '2026-12-22');
    await days.sendWell(admin, 'DELETE', `extensions/${_id}`);
    const { statusHistory } = await days.read(premium, item);
    expect(statusHistory).toMatchObject([{ date: at('2026-12-07'), current: 'done' }]);
    expect(statusHistory[0]?.history).toHaveLength(2);
  });

  test('is for the companies that have one of its states', async () => {
    const { premium } = days.world.people;
    const goan = await addPerson(days.world.server.services, { company: { employeeCount: 20, state: 'Goa' } });
    await publish({ states: ['Goa', 'Assam', 'Goa'] });
    expect(await days.moved(goan, item)).toHaveLength(1);
    expect(await days.moved(premium, item)).toEqual([]);
    expect(await days.sendWell(goan, 'GET', 'extensions')).toMatchObject([{ itemId: item, states: ['Assam', 'Goa'] }]);
    expect(
      (await days.sendWell(premium, 'GET', 'extensions')).map(({ itemId }: { itemId: string }) => itemId),
    ).not.toContain(item);
  });

  test('stands in the activity of whom it reaches, by nobody of theirs, and in the audit log', async () => {
    const { admin, premium, free } = days.world.people;
    const goan = await addPerson(days.world.server.services, { company: { employeeCount: 20, state: 'Goa' } });
    const { _id } = await publish({ states: ['Kerala'] });
    await days.sendWell(admin, 'DELETE', `extensions/${_id}`);
    for (const person of [premium, free]) {
      const events = await days.sendWell(person, 'GET', 'activity?what=extensions&limit=2');
      expect(events).toMatchObject([
        { what: 'extensions.take-back', by: null },
        {
          what: 'extensions.publish',
          by: null,
          about: { itemId: item, day: at('2026-12-07'), until: at('2026-12-22') },
        },
      ]);
    }
    expect(await days.activityOf(goan)).toEqual([]);
    const { rows } = await days.world.server.owner.query(
      `select action from audit_log where subject_id = $1 and actor_id = $2 order by at`,
      [_id, admin.userId],
    );
    expect(rows).toEqual([{ action: 'extensions.publish' }, { action: 'extensions.take-back' }]);
  });

  test('writes no row a company but its activity, and no statement a company', async () => {
    const statements = async () => {
      const asked = vi.spyOn(pg.Client.prototype, 'query');
      await publish();
      const count = asked.mock.calls.length;
      asked.mockRestore();
      item = await days.addItem();
      form = { ...form, itemId: item };
      return count;
    };
    await statements();
    const few = await statements();
    for (let n = 0; n < 10; n++) {
      await addPerson(days.world.server.services, { company: { employeeCount: 20, state: 'Kerala' } });
    }
    expect(await statements()).toBe(few);
  });

  test('is announced once, however many companies it reaches', async () => {
    const heard: string[] = [];
    const listener = await days.world.server.owner.connect();
    listener.on('notification', ({ channel }) => heard.push(channel));
    await listener.query('listen live; listen catalogue');
    await publish();
    // What was announced before comes with the answer.
    await listener.query('select 1');
    await listener.query('unlisten *');
    listener.release();
    expect(heard).toEqual(['catalogue']);
  });

  test('ends a company’s day that lies past the legal one when it is taken back', async () => {
    const { premium, admin } = days.world.people;
    const { _id } = await publish();
    const body = { forDate: '2026-12-07', day: '2026-12-20' };
    await days.sendWell(premium, 'PUT', `compliance/data/${item}/company-day`, body);
    expect(await days.moved(premium, item)).toEqual(['2026-12-07 2026-12-22 2026-12-20']);
    await days.sendWell(admin, 'DELETE', `extensions/${_id}`);
    expect(await days.moved(premium, item)).toEqual([]);
  });

  test('moves what falls due, and when, in the summary and the agenda of companies', async () => {
    const { premium } = days.world.people;
    const company = await companyOf(days.world.server.services, premium);
    const overdue = async () =>
      (await days.sendWell(premium, 'GET', 'companies')).find(({ _id }: { _id: string }) => _id === company).overdue;
    const before = await overdue();
    // Of November, which was due a fortnight ago; what came before is done.
    const months = ['2026-04', '2026-05', '2026-06', '2026-07', '2026-08', '2026-09', '2026-10'];
    for (const month of months) await days.record(premium, item, `${month}-07`);
    await publish({ forDate: '2026-11-07', day: '2026-11-25' });
    expect(await overdue()).toBe(before - 1);
    const due = await days.sendWell(premium, 'GET', 'companies/agenda?from=2026-11-20&to=2026-11-30');
    expect(due.filter(({ itemId }: { itemId: string }) => itemId === item)).toMatchObject([
      { day: at('2026-11-25'), forDate: at('2026-11-07'), settled: 0 },
    ]);
    await days.record(premium, item, '2026-11-25');
    const settled = await days.sendWell(premium, 'GET', 'companies/agenda?from=2026-11-20&to=2026-11-30');
    expect(settled.filter(({ itemId }: { itemId: string }) => itemId === item)).toMatchObject([{ settled: 1 }]);
  });
});

describe('a condition', () => {
  test('moves nothing until a manager says that the company meets it', async () => {
    const { premium, colleague, free, admin } = days.world.people;
    const { _id } = await publish({ condition: ' Fewer than 50 people ' });
    const possible = { _id, day: at('2026-12-22'), condition: 'Fewer than 50 people', forDate: at('2026-12-07') };
    expect(await days.read(premium, item)).toMatchObject({ movedDays: [], possibleExtensions: [possible] });
    const met = await days.sendWell(colleague, 'POST', `extensions/${_id}/met`, {});
    expect(met).toMatchObject({ _id, met: true });
    expect(await days.read(premium, item)).toMatchObject({
      possibleExtensions: [],
      movedDays: [{ legal: at('2026-12-22') }],
    });
    expect((await days.read(free, item)).possibleExtensions).toHaveLength(1);
    await days.sendWell(colleague, 'POST', `extensions/${_id}/met`, {});
    const said = (await days.activityOf(premium)).filter((what) => what === 'extensions.meet');
    expect(said).toHaveLength(1);
    await days.sendWell(admin, 'DELETE', `extensions/${_id}`);
    expect(await days.read(premium, item)).toMatchObject({ movedDays: [], possibleExtensions: [] });
    expectFailure(await days.send(colleague, 'POST', `extensions/${_id}/met`, {}), 404, 'Extension not found');
  });

  test('is met by who is covered', async () => {
    const { premium } = days.world.people;
    const { _id } = await publish({ condition: 'Small', states: ['Goa'] });
    expectFailure(await days.send(premium, 'POST', `extensions/${_id}/met`, {}), 404, 'Extension not found');
    expectFailure(
      await days.send(premium, 'POST', `extensions/${DueDays.unknownId()}/met`, {}),
      404,
      'Extension not found',
    );
  });
});

describe('is refused', () => {
  const send = (changes: object, path = 'extensions') =>
    days.send(days.world.people.admin, 'POST', path, { ...form, ...changes });

  test.each([
    [{ day: '2026-12-07' }, 'day', 'The new day must be after 07/12/2026, the legal day now'],
    [{ day: '2026-12-01' }, 'day', 'The new day must be after 07/12/2026, the legal day now'],
    [{ day: '2026-02-29' }, 'day', 'Invalid date format'],
    [{ day: '2028-12-07' }, 'day', 'The new day is more than a year later'],
    [{ forDate: '2026-12-08' }, 'forDate', 'Nothing falls due on this day'],
    [{ itemId: '0199f000-0000-7000-8000-000000000000' }, 'itemId', 'Please select an obligation'],
    [{ states: ['Atlantis'] }, 'states', 'Unknown state'],
    [{ authority: ' ' }, 'authority', 'Please say who said it'],
    [{ link: 'ftp://example.in' }, 'link', 'Invalid website URL'],
    [{ link: undefined }, 'link', 'Invalid website URL'],
  ])('%j', async (changes, field, message) => {
    for (const path of ['extensions', 'extensions/preview']) {
      const response = await send(changes, path);
      expect([response.statusCode, Object.entries(response.json().errors)]).toEqual([
        400,
        [[expect.stringMatching(`^${field}`), message]],
      ]);
    }
  });

  test('a second one for the same states, and one that is not after the first', async () => {
    await publish({ states: ['Kerala', 'Goa'] });
    expectFailure(
      await send({ states: ['Goa', 'Kerala'], day: '2026-12-30' }),
      409,
      'There is an extension for this already. Take it back first.',
    );
    expectFailure(await send({ states: ['Goa'] }), 400, 'The new day must be after 22/12/2026, the legal day now');
    await publish({ states: ['Goa'], day: '2026-12-30' });
    await publish();
  });

  test('one for another state than the obligation’s', async () => {
    const kerala = await days.addItem({ state: 'Kerala' });
    expectFailure(await send({ itemId: kerala, states: ['Goa'] }), 400, 'This obligation is for Kerala alone');
  });

  test('an obligation of a company’s own', async () => {
    const { premium } = days.world.people;
    const own = { actName: 'Fire', title: 'Drill', dueDate: { date: '2026-12-07', frequency: 'monthly' } };
    const { _id } = await days.sendWell(premium, 'POST', 'compliance/own', own);
    expectFailure(await send({ itemId: _id }), 400, 'Please select an obligation');
  });

  test('who is no administrator of the platform', async () => {
    const { premium } = days.world.people;
    const { _id } = await publish();
    for (const [method, path] of [
      ['POST', 'extensions'],
      ['POST', 'extensions/preview'],
      ['DELETE', `extensions/${_id}`],
    ] as const) {
      expect((await days.send(premium, method, path, form)).statusCode).toBe(403);
      expect((await days.world.server.call({ method, url: `/api/${path}`, payload: form })).statusCode).toBe(401);
    }
  });
});

describe('a preview', () => {
  test('says whom it would reach, and publishes nothing', async () => {
    const { admin, premium } = days.world.people;
    const away: Person = await addPerson(days.world.server.services, {
      company: { employeeCount: 20, state: 'Sikkim' },
    });
    const body = { ...form, states: ['Sikkim'] };
    const reach = await days.sendWell(admin, 'POST', 'extensions/preview', body);
    expect(reach).toMatchObject({ companies: 1, forDate: at('2026-12-07'), legal: at('2026-12-07') });
    expect(reach.names).toHaveLength(1);
    expect(await days.moved(away, item)).toEqual([]);
    const excluded = { reason: 'Not us' };
    await days.sendWell(away, 'PUT', `compliance/data/${item}/does-not-apply`, excluded);
    expect((await days.sendWell(admin, 'POST', 'extensions/preview', body)).companies).toBe(0);
    expect((await days.sendWell(admin, 'POST', 'extensions/preview', form)).companies).toBeGreaterThan(1);
    expect(await days.moved(premium, item)).toEqual([]);
  });
});
