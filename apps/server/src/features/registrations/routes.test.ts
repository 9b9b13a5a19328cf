import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson, companyOf, join } from '../../../test/people.ts';
import { expectFailure, UNKNOWN_ID } from '../../../test/tracked.ts';
import { FACTORY, RegistrationCalls } from './registration-calls.fixture.ts';

let calls: RegistrationCalls;

beforeAll(async () => {
  calls = await RegistrationCalls.start();
});

beforeEach(() => calls.clear());

afterAll(() => calls.world.server.close());

describe('recording', () => {
  test('answers it whole, with its number normalised; colleagues read it, others don’t', async () => {
    const { premium, colleague, free } = calls.world.people;
    const made = await calls.addWell(premium);
    expect(made).toEqual({
      _id: expect.any(String),
      kind: 'factory',
      number: 'MYS / 1234',
      state: 'Karnataka',
      establishmentId: null,
      authority: 'Department of Factories',
      from: '2024-01-01T00:00:00.000Z',
      until: '2027-01-31T00:00:00.000Z',
      ceiling: 150,
      renewalFiledOn: null,
      renewalId: expect.any(String),
      evidence: [],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await calls.list(colleague)).toEqual([made]);
    expect(await calls.list(free)).toEqual([]);
  });

  test('needs a kind and a number alone', async () => {
    const response = await calls.send(calls.world.people.free, 'POST', '', { kind: 'pan', number: ' aapfu 0939f ' });
    expect(response.json()).toMatchObject({
      message: 'Registration added successfully',
      data: {
        number: 'AAPFU0939F',
        state: null,
        authority: '',
        from: null,
        until: null,
        ceiling: null,
        renewalId: null,
      },
    });
  });

  test('may be for an establishment of the company, also the one that follows its profile, and for no other', async () => {
    const { premium, free } = calls.world.people;
    const establishmentId = await companyOf(calls.world.server.services, premium);
    const made = await calls.addWell(premium, { establishmentId });
    expect(made.establishmentId).toBe(establishmentId);
    expect((await calls.changeWell(premium, made, { establishmentId: null })).establishmentId).toBeNull();
    for (const id of [UNKNOWN_ID, await companyOf(calls.world.server.services, free)]) {
      const response = await calls.send(premium, 'PATCH', `/${made._id}`, { establishmentId: id });
      expectFailure(response, 404, 'Establishment not found');
    }
  });

  test('what expires first comes first', async () => {
    const { premium } = calls.world.people;
    for (const [number, until] of [
      ['NEVER', null],
      ['LATE', '2029-01-01'],
      ['SOON', '2026-12-01'],
      ['OVER', '2025-12-01'],
    ]) {
      await calls.addWell(premium, { number, from: null, until });
    }
    expect((await calls.list(premium)).map(({ number }) => number)).toEqual(['OVER', 'SOON', 'LATE', 'NEVER']);
  });

  test.each([
    [{ kind: 'visa' }, { kind: 'Please select a kind' }],
    [{ number: ' ' }, { number: 'Please enter a number' }],
    [{ kind: 'gstin', number: '27AAPFU0939F1ZX' }, { number: expect.stringContaining('27AAPFU0939F1ZV') }],
    [{ kind: 'esi', number: '123' }, { number: 'An ESI code has 17 digits, such as 53000123450000999' }],
    [{ until: '2023-12-31' }, { until: 'The last day must not be before the first' }],
    [{ until: null, renewalFiledOn: '2026-11-01' }, { renewalFiledOn: expect.stringContaining('last day') }],
    [{ ceiling: 0 }, { ceiling: 'Workers must be a whole number from 1 to 10,000,000' }],
    [{ state: 'Bavaria' }, { state: 'State is required' }],
    [{ from: 'soon' }, { from: 'Invalid date format' }],
  ])('a rejected form: %j', async (changes, errors) => {
    const response = await calls.send(calls.world.people.premium, 'POST', '', { ...FACTORY, ...changes });
    expect([response.statusCode, response.json().errors]).toEqual([400, errors]);
  });

  test('at most five hundred', async () => {
    const { premium } = calls.world.people;
    await calls.world.server.owner.query(
      `insert into registrations (workspace_id, id, kind, number)
       select $1, gen_random_uuid(), 'other', n::text from generate_series(1, 500) n`,
      [premium.workspaceId],
    );
    const message = 'A company can have at most 500 registrations. Remove one first.';
    expectFailure(await calls.send(premium, 'POST', '', FACTORY), 409, message);
  });
});

describe('a number is recorded once in a company (R-registrations-4)', () => {
  test('however it is typed, and of those who record it at the same moment by one', async () => {
    const { premium, colleague, free } = calls.world.people;
    const typed = ['aapfu0939f', 'AAPFU 0939F', 'AAPFU-0939-F'];
    const answers = await Promise.all(
      typed.map((number, n) => calls.send(n === 1 ? colleague : premium, 'POST', '', { kind: 'pan', number })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json()).toMatchObject({
      message: 'This PAN is recorded already',
      errors: { number: 'This PAN is recorded already' },
    });
    await calls.addWell(free, { kind: 'pan', number: 'AAPFU0939F' });
  });

  test('authorities of two states may have given the same one', async () => {
    const { premium } = calls.world.people;
    const made = await calls.addWell(premium);
    const other = await calls.addWell(premium, { state: 'Goa' });
    await calls.addWell(premium, { kind: 'shops' });
    const stateless = await calls.addWell(premium, { state: null });
    expectFailure(await calls.send(premium, 'POST', '', FACTORY), 409, 'This factory licence is recorded already');
    expectFailure(
      await calls.send(premium, 'POST', '', { ...FACTORY, state: '' }),
      409,
      'This factory licence is recorded already',
    );
    const changed = await calls.send(premium, 'PATCH', `/${other._id}`, { state: made.state });
    expectFailure(changed, 409, 'This factory licence is recorded already');
    await calls.send(premium, 'DELETE', `/${stateless._id}`);
    expect((await calls.changeWell(premium, other, { state: null })).state).toBeNull();
  });
});

describe('changing', () => {
  test('what is left out stays; number and kind have to fit each other', async () => {
    const { premium } = calls.world.people;
    const made = await calls.addWell(premium);
    expect(await calls.changeWell(premium, made, { authority: 'Chief Inspector' })).toMatchObject({
      ...made,
      authority: 'Chief Inspector',
      updatedAt: expect.any(String),
    });
    const refused = await calls.send(premium, 'PATCH', `/${made._id}`, { kind: 'pan' });
    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      { number: expect.stringContaining('AAPFU0939F') },
    ]);
    const early = await calls.send(premium, 'PATCH', `/${made._id}`, { until: '2020-01-01' });
    expect(early.json().errors).toEqual({ until: 'The last day must not be before the first' });
    expect(await calls.list(premium)).toMatchObject([{ kind: 'factory', until: made.until }]);
  });
});

describe('who', () => {
  test('another company’s is not there, for an administrator who names nobody neither', async () => {
    const { premium, free, admin } = calls.world.people;
    const made = await calls.addWell(premium);
    for (const person of [free, admin]) {
      expectFailure(await calls.send(person, 'PATCH', `/${made._id}`, { number: 'X' }), 404, 'Registration not found');
      expectFailure(await calls.send(person, 'DELETE', `/${made._id}`), 404, 'Registration not found');
      const answer = await calls.markDone(person, made.renewalId);
      expectFailure(answer, 404, 'Compliance item not found');
    }
    const named = await calls.send(admin, 'GET', `?userId=${premium.userId}`);
    expect(named.json().data).toEqual([made]);
    expect(await calls.list(premium)).toEqual([made]);
  });

  test('members and viewers read, managers and the owner change', async () => {
    const { premium, colleague } = calls.world.people;
    const { services } = calls.world.server;
    const made = await calls.addWell(colleague);
    const words = { member: 'Only managers and the owner can do this', viewer: 'Viewers can only read' } as const;
    for (const role of ['member', 'viewer'] as const) {
      const person = await addPerson(services);
      await join(services, person, premium, { role });
      const headers = { 'x-company': await companyOf(services, premium) };
      const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '') =>
        calls.world.server.call({
          method,
          url: `/api/registrations${path}`,
          token: person.token,
          headers,
          ...(method !== 'GET' && { payload: FACTORY }),
        });
      expect((await call('GET')).json().data).toEqual([made]);
      expectFailure(await call('POST'), 403, words[role]);
      expectFailure(await call('PATCH', `/${made._id}`), 403, words[role]);
      expectFailure(await call('DELETE', `/${made._id}`), 403, words[role]);
    }
  });

  test('a stranger is turned away', async () => {
    for (const method of ['GET', 'POST'] as const) {
      const response = await calls.world.server.call({
        method,
        url: '/api/registrations',
        ...(method === 'POST' && { payload: FACTORY }),
      });
      expect(response.statusCode).toBe(401);
    }
  });

  test.each([UNKNOWN_ID, 'nonsense'])('%s is not there', async (id) => {
    const { premium } = calls.world.people;
    expect((await calls.send(premium, 'PATCH', `/${id}`, { number: 'X' })).statusCode).toBe(404);
    expect((await calls.send(premium, 'DELETE', `/${id}`)).statusCode).toBe(404);
  });
});

test('what was done is in the company’s activity', async () => {
  const { premium } = calls.world.people;
  const made = await calls.addWell(premium);
  await calls.changeWell(premium, made, { until: '2028-01-31' });
  await calls.send(premium, 'DELETE', `/${made._id}`);
  const { rows } = await calls.world.server.owner.query(
    `select what, about from activity where workspace_id = $1 order by id desc limit 3`,
    [premium.workspaceId],
  );
  const name = 'MYS / 1234';
  expect(rows).toEqual([
    { what: 'registrations.delete', about: { kind: 'factory', name, itemId: made.renewalId } },
    {
      what: 'registrations.update',
      about: { kind: 'factory', name, until: '2028-01-31T00:00:00.000Z', fields: ['until'] },
    },
    { what: 'registrations.create', about: { kind: 'factory', name, until: '2027-01-31T00:00:00.000Z' } },
  ]);
});

test('a viewer of some acts reads what these ask for, and renewals under them (R-registrations-19)', async () => {
  const { premium } = calls.world.people;
  const { server, items } = calls.world;
  await server.owner.query(`update compliance_items set registration = 'esi' where id = $1`, [items.one]);
  const factory = await calls.addWell(premium);
  const esi = await calls.addWell(premium, { kind: 'esi', number: '31001234560000999', state: null });
  const { rows } = await server.owner.query(
    'select id, act_id from compliance_items where id in ($1, $2) order by id = $1',
    [items.one, factory.renewalId],
  );
  const [ofRenewals, ofEsi] = rows.map(({ act_id }) => act_id);
  const listFor = async (acts: string[]) => {
    const viewer = await addPerson(server.services);
    await join(server.services, viewer, premium, { role: 'viewer', until: '2027-01-31', acts });
    const headers = { 'x-company': await companyOf(server.services, premium) };
    const { data } = (await server.call({ url: '/api/registrations', token: viewer.token, headers })).json();
    return data.map(({ kind, renewalId }: { kind: string; renewalId: string | null }) => [kind, renewalId]);
  };
  expect(await listFor([ofEsi])).toEqual([['esi', null]]);
  expect(await listFor([ofRenewals])).toEqual([
    ['esi', esi.renewalId],
    ['factory', factory.renewalId],
  ]);
  expect(await listFor([UNKNOWN_ID])).toEqual([]);
});
