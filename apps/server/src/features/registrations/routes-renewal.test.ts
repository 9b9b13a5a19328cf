import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectFailure, findListed } from '../../../test/tracked.ts';
import { RegistrationCalls } from './registration-calls.fixture.ts';

let calls: RegistrationCalls;

beforeAll(async () => {
  calls = await RegistrationCalls.start();
});

beforeEach(() => calls.clear());

afterAll(() => calls.world.server.close());

describe('one that expires makes its own obligation (R-registrations-7)', () => {
  test('due on the expiry less the kind’s days, under the company’s own act, seen by the company only', async () => {
    const { premium, colleague, free } = calls.world.people;
    const made = await calls.addWell(premium);
    for (const person of [premium, colleague]) {
      expect(await calls.renewalOf(person, made)).toMatchObject({
        own: true,
        registrationId: made._id,
        title: 'Renew factory licence MYS / 1234',
        state: 'Karnataka',
        dueDate: {
          date: '2026-12-02T00:00:00.000Z',
          frequency: 'once',
          description: 'Expires on 31/01/2027',
          reminderDays: [30, 15, 7],
        },
      });
    }
    expect(await calls.renewalOf(free, made)).toBeUndefined();
    const acts = await calls.world.server.call({ url: '/api/acts', token: premium.token });
    expect(acts.json().data.at(-1)).toMatchObject({ name: 'Registrations and licences', own: true });
    const { renewalId: id } = await calls.addWell(premium, {
      kind: 'fssai',
      number: '11223344000123',
      until: '2026-12-31',
    });
    expect((await findListed(calls.world, premium, id ?? '')).dueDate.date).toBe('2026-12-01T00:00:00.000Z');
  });

  test('ends no alarm of its own accord: once it was filed it is never due, and says so', async () => {
    const { premium } = calls.world.people;
    const made = await calls.addWell(premium);
    expect(await calls.changeWell(premium, made, { renewalFiledOn: '2026-11-12' })).toMatchObject({
      renewalFiledOn: '2026-11-12T00:00:00.000Z',
      renewalId: made.renewalId,
    });
    expect((await calls.renewalOf(premium, made)).dueDate).toMatchObject({
      date: null,
      frequency: 'never',
      description: 'Renewal filed on 12/11/2026',
    });
    await calls.changeWell(premium, made, { renewalFiledOn: null });
    expect((await calls.renewalOf(premium, made)).dueDate).toMatchObject({ date: '2026-12-02T00:00:00.000Z' });
  });

  test('a new period renews it: it is the same obligation, under which all records stay', async () => {
    const { premium } = calls.world.people;
    const made = await calls.addWell(premium);
    const id = made.renewalId ?? '';
    expect((await calls.markDone(premium, id)).statusCode).toBe(200);
    await calls.changeWell(premium, made, { renewalFiledOn: '2026-11-12' });
    expect(await calls.changeWell(premium, made, { until: '2028-01-31' })).toMatchObject({
      renewalFiledOn: null,
      renewalId: id,
    });
    expect(await findListed(calls.world, premium, id, '?from=2026-01-01&to=2028-12-31')).toMatchObject({
      dueDate: { date: '2027-12-02T00:00:00.000Z', frequency: 'once' },
      statusHistory: [{ date: '2026-12-02T00:00:00.000Z', current: 'done' }],
    });
  });

  test('a correction to an earlier day leaves a pending renewal pending; one that says otherwise counts', async () => {
    const { premium } = calls.world.people;
    const made = await calls.addWell(premium, { renewalFiledOn: '2026-11-12' });
    expect((await calls.changeWell(premium, made, { until: '2027-01-15' })).renewalFiledOn).not.toBeNull();
    const both = { until: '2028-01-31', renewalFiledOn: '2027-11-01' };
    expect((await calls.changeWell(premium, made, both)).renewalFiledOn).toBe('2027-11-01T00:00:00.000Z');
  });

  test('one that does not expire any more has none in the list; it comes back with its records', async () => {
    const { premium } = calls.world.people;
    const made = await calls.addWell(premium);
    await calls.markDone(premium, made.renewalId);
    expect(await calls.changeWell(premium, made, { until: null })).toMatchObject({ until: null, renewalId: null });
    expect(await calls.renewalOf(premium, made)).toBeUndefined();
    const again = await calls.changeWell(premium, made, { until: '2027-01-31' });
    expect(again.renewalId).toBe(made.renewalId);
    expect((await calls.renewalOf(premium, made)).statusHistory).toHaveLength(1);
  });

  test('it is changed with its registration, and by nobody as an obligation', async () => {
    const { premium } = calls.world.people;
    const made = await calls.addWell(premium);
    const message = 'This is the renewal of a registration. Change the registration instead.';
    for (const method of ['PATCH', 'DELETE'] as const) {
      const url = `/api/compliance/own/${made.renewalId}`;
      const payload = { title: 'Mine' };
      expectFailure(await calls.world.server.call({ method, url, token: premium.token, payload }), 409, message);
    }
    await calls.changeWell(premium, made, { number: 'GOA 7', state: 'Goa', kind: 'trade-licence' });
    expect(await calls.renewalOf(premium, made)).toMatchObject({ title: 'Renew trade licence GOA 7', state: 'Goa' });
  });

  test('renewals don’t count as the free plan’s five', async () => {
    const { free } = calls.world.people;
    for (let n = 0; n < 6; n++) await calls.addWell(free, { number: `N ${n}` });
    const list = await calls.world.server.call({ url: '/api/compliance/data', token: free.token });
    expect(list.json().data.filter(({ registrationId }: { registrationId?: string }) => registrationId).length).toBe(6);
  });
});

describe('removing (R-registrations-10)', () => {
  test('takes it from list and table, and nothing is left of one under which nothing is recorded', async () => {
    const { premium } = calls.world.people;
    const made = await calls.addWell(premium);
    const response = await calls.send(premium, 'DELETE', `/${made._id}`);
    expect(response.json()).toEqual({ status: 'success', message: 'Registration removed successfully' });
    expect(await calls.list(premium)).toEqual([]);
    expect(await calls.renewalOf(premium, made)).toBeUndefined();
    expect(
      (await calls.world.server.owner.query('select from compliance_items where registration_id is not null')).rows,
    ).toEqual([]);
    expect((await calls.world.server.owner.query('select from acts where workspace_id is not null')).rows).toEqual([]);
    expectFailure(await calls.send(premium, 'DELETE', `/${made._id}`), 404, 'Registration not found');
  });

  test.each(['status', 'payment', 'submission'])('keeps what was recorded for ever: %s', async (what) => {
    const { premium } = calls.world.people;
    const made = await calls.addWell(premium);
    const data = `/api/compliance/data/${made.renewalId}`;
    const { token } = premium;
    if (what === 'status') await calls.markDone(premium, made.renewalId);
    else {
      const path = what === 'payment' ? 'payment-dates' : 'submission-dates';
      const payload = { date: '2026-12-01', amount: 100, description: 'Sent' };
      const response = await calls.world.server.call({ method: 'POST', url: `${data}/${path}`, token, payload });
      expect(response.statusCode).toBe(201);
    }
    await calls.send(premium, 'DELETE', `/${made._id}`);
    expect(await calls.list(premium)).toEqual([]);
    expect(await calls.renewalOf(premium, made)).toBeUndefined();
    const { rows } = await calls.world.server.owner.query(
      `select compliance_item_id as item from status_entries union all select compliance_item_id from payment_dates
       union all select compliance_item_id from submission_dates`,
    );
    expect(rows).toEqual([{ item: made.renewalId }]);
    expect((await calls.addWell(premium)).number).toBe(made.number);
    for (const table of ['status_entries', 'payment_dates', 'submission_dates']) {
      await calls.world.server.owner.query(`delete from ${table}`);
    }
  });
});
