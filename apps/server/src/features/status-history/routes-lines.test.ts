import { replayRecords } from '@anupalan/domain/registrations/lines';
import { STATUSES } from '@anupalan/domain/statuses';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { addPerson } from '../../../test/people.ts';
import { expectFailure } from '../../../test/tracked.ts';
import { beginWithTeam, call, DAY, readEntry, record, send, team, world } from './checks/team.fixture.ts';
import { addCode, addCodes, fileUnderEsi, readStored, summarize } from './lines.fixture.ts';

beginWithTeam();
beforeEach(async () => {
  await fileUnderEsi();
  await call(team.owner, 'PUT', '/assignments', { scope: 'item', ids: [world.items.one], checker: null });
});

const takeBack = (id: string | undefined) => call(team.owner, 'POST', `/status-records/${id}/take-back`);

describe('several registration numbers (R-registrations-16, R-registrations-17)', () => {
  test('the day is done once each number is; records name theirs', async () => {
    const { a, b } = await addCodes('a', 'b');
    const first = await record(team.owner, { registrationId: a });
    expect(summarize(first)).toEqual(['pending', ['done', 'pending']]);
    expect(first.history).toMatchObject([{ registrationId: a, registrationNumber: '31001234560000999' }]);
    expect(await readStored(team.owner)).toMatchObject({ current_status: 'pending', settled_at: null });
    expect(summarize(await record(team.owner, { registrationId: b, status: 'not-applicable' }))).toEqual([
      'done',
      ['done', 'not-applicable'],
    ]);
    const { current_status, settled_at, newest } = await readStored(team.owner);
    expect([current_status, settled_at]).toEqual(['done', newest]);
    expect(summarize(await readEntry())).toEqual(['done', ['done', 'not-applicable']]);
    expect(summarize(await record(team.owner, { registrationId: a, status: 'not-done' }))).toEqual([
      'not-done',
      ['not-done', 'not-applicable'],
    ]);
  });

  test('a number that is settled and recorded again keeps the day as early as it was', async () => {
    const { a, b } = await addCodes('a', 'b');
    await record(team.owner, { registrationId: a });
    await record(team.owner, { registrationId: b });
    const { settled_at: first } = await readStored(team.owner);
    const again = (await record(team.owner, { registrationId: b, note: 'Challan of the bank' })).history.at(-1);
    expect((await readStored(team.owner)).settled_at).toEqual(first);
    await takeBack(again?._id);
    expect((await readStored(team.owner)).settled_at).toEqual(first);
    await record(team.owner, { registrationId: b, status: 'on-hold' });
    await record(team.owner, { registrationId: b });
    const { settled_at, newest } = await readStored(team.owner);
    expect(settled_at).toEqual(newest);
  });

  test('taken back to a status about all, the day is settled since that one', async () => {
    const { a, b } = await addCodes('a', 'b');
    await record(team.owner, { registrationId: a });
    await record(team.owner);
    const { settled_at: since } = await readStored(team.owner);
    const held = (await record(team.owner, { registrationId: b, status: 'on-hold' })).history.at(-1);
    await takeBack(held?._id);
    expect((await readStored(team.owner)).settled_at).toEqual(since);
  });

  test('a status without a number is about all of them, as ever; a note changes none', async () => {
    const { a } = await addCodes('a', 'b');
    await record(team.owner, { registrationId: a });
    const note = { userId: team.owner.userId, forDate: DAY, note: 'Asked' };
    expect((await call(team.owner, 'PATCH', `/compliance/data/${world.items.one}/note`, note)).statusCode).toBe(200);
    expect(summarize(await readEntry())).toEqual(['pending', ['done', 'pending']]);
    expect(summarize(await record(team.owner))).toEqual(['done', null]);
    expect(summarize(await record(team.owner, { registrationId: a, status: 'on-hold' }))).toEqual([
      'on-hold',
      ['on-hold', 'done'],
    ]);
  });

  test('only a number of the obligation on that day is taken', async () => {
    const { a } = await addCodes('a');
    const ended = await addCode('b', { until: '2026-12-14' });
    const epf = { kind: 'epf', number: 'BGBNG0012345000' };
    const other = (await call(team.owner, 'POST', '/registrations', epf)).json().data._id;
    const stranger = await addPerson(world.server.services, { company: { employeeCount: 20, state: 'Kerala' } });
    const body = { kind: 'esi', number: '41001234560000999' };
    const theirs = await world.server.call({
      method: 'POST',
      url: '/api/registrations',
      token: stranger.token,
      payload: body,
    });
    const refusal = 'This is not a registration number of this obligation on that day';
    for (const registrationId of [ended, other, theirs.json().data._id, world.items.one]) {
      expectFailure(await send(team.owner, { registrationId }), 400, refusal);
    }
    expect((await send(team.owner, { registrationId: 'nonsense' })).statusCode).toBe(400);
    expectFailure(await send(team.owner, { registrationId: a }, world.items.other), 400, refusal);
    expect((await send(team.viewer, { registrationId: a })).statusCode).toBe(403);
    expect(await readEntry()).toBeUndefined();
    expect(summarize(await record(team.owner, { registrationId: ended, forDate: '2026-11-15' }))[0]).toBe('pending');
    expect(summarize(await record(team.owner, { registrationId: a }))).toEqual(['done', ['done']]);
  });

  test('of those who record at the same moment each has their line', async () => {
    const codes = await addCodes('a', 'b', 'c');
    const ids = Object.values(codes);
    const answers = await Promise.all(ids.map((registrationId) => send(team.owner, { registrationId })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(summarize(await readEntry())).toEqual(['done', ['done', 'done', 'done']]);
  });

  test('free users record by number, too, and see the newest record with all lines', async () => {
    const owner = world.people.free;
    const headers = {};
    const add = (number: string) => {
      const payload = { kind: 'esi', number };
      return world.server.call({ method: 'POST', url: '/api/registrations', token: owner.token, headers, payload });
    };
    const first = (await add('31001234560000999')).json().data._id;
    const second = (await add('53001234560000999')).json().data._id;
    const patch = (registrationId: string) =>
      world.server.call({
        method: 'PATCH',
        url: `/api/compliance/data/${world.items.one}/status`,
        token: owner.token,
        payload: { userId: owner.userId, status: 'done', forDate: DAY, registrationId },
      });
    await patch(first);
    const [entry] = (await patch(second)).json().data.statusHistory;
    expect(summarize(entry)).toEqual(['done', ['done', 'done']]);
    expect(entry.history).toHaveLength(1);
  });

  test('many at once name numbers as one does, and repeat nothing', async () => {
    const { a, b } = await addCodes('a', 'b');
    const entry = { id: world.items.one, forDate: DAY, status: 'done' };
    const entries = [a, b, a, world.items.one].map((registrationId) => ({ ...entry, registrationId }));
    const response = await call(team.owner, 'POST', '/compliance/data/status/bulk', { entries });
    const outcomes: { outcome: string }[] = response.json().data;
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['recorded', 'recorded', 'unchanged', 'refused']);
    expect(summarize(await readEntry())).toEqual(['done', ['done', 'done']]);
  });
});

describe('taking back', () => {
  test('only the line of the record changes', async () => {
    const { a, b } = await addCodes('a', 'b');
    const [first] = (await record(team.owner, { registrationId: a })).history;
    await record(team.owner, { registrationId: b });
    const response = await takeBack(first?._id);
    expect(response.statusCode).toBe(200);
    const [entry] = response.json().data.statusHistory;
    expect(summarize(entry)).toEqual(['pending', ['pending', 'done']]);
    expect(entry.history.at(-1)).toMatchObject({ takesBack: first?._id, registrationId: a });
  });

  test('of a record about all brings the lines back; something newer about a number stands in its way', async () => {
    const { a } = await addCodes('a', 'b');
    await record(team.owner, { registrationId: a });
    const all = (await record(team.owner)).history.at(-1);
    const newer = (await record(team.owner, { registrationId: a, status: 'not-done' })).history.at(-1);
    expectFailure(await takeBack(all?._id), 409, 'Something newer was recorded for this day');
    await takeBack(newer?._id);
    expect((await takeBack(all?._id)).statusCode).toBe(200);
    expect(summarize(await readEntry())).toEqual(['pending', ['done', 'pending']]);
  });

  test('after whatever was recorded and taken back, a day is what its records say', async () => {
    const ids = Object.values(await addCodes('a', 'b', 'c'));
    const step = fc.oneof(
      fc.record({ status: fc.constantFrom(...STATUSES), registrationId: fc.constantFrom(undefined, ...ids) }),
      fc.constant('take back' as const),
    );
    let day = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const forDate = Temporal.PlainDate.from('2026-01-01').add({ days: day++ }).toString();
        const made: string[] = [];
        for (const one of steps) {
          if (one === 'take back') await takeBack(made.pop());
          else {
            const { registrationId, status } = one;
            const entry = await record(team.owner, { forDate, status, ...(registrationId && { registrationId }) });
            made.push(entry.history.at(-1)?._id ?? '');
          }
        }
        const { rows } = await world.server.owner.query(
          `select current_status, settled_at is not null as settled, (
             select json_agg(json_build_object('status', status, 'registrationId', registration_id) order by created_at)
             from status_records r where (r.workspace_id, r.day) = (e.workspace_id, e.day)
               and status <> 'NOTE' and counterpart is null) as records
           from status_entries e where workspace_id = $1 and day = $2`,
          [team.owner.workspaceId, forDate],
        );
        if (rows.length === 0) return;
        const { current } = replayRecords(rows[0].records ?? [], ids);
        expect(rows[0]).toMatchObject({
          current_status: current,
          settled: ['done', 'not-to-do', 'not-applicable'].includes(current),
        });
      }),
      { numRuns: 20 },
    );
  });
});

describe('numbers that come and go (R-registrations-18)', () => {
  test('one that is added later reopens nothing', async () => {
    const { a, b } = await addCodes('a', 'b');
    await record(team.owner, { registrationId: a });
    await record(team.owner, { registrationId: b });
    await addCode('c');
    expect(summarize(await readEntry())).toEqual(['done', ['done', 'done']]);
    expect(summarize(await record(team.owner, { registrationId: a }))).toEqual(['done', ['done', 'done', 'done']]);
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['removed', (id) => call(team.owner, 'DELETE', `/registrations/${id}`)],
    ['ended', (id) => call(team.owner, 'PATCH', `/registrations/${id}`, { until: '2026-12-14' })],
    ['changed to another kind', (id) => call(team.owner, 'PATCH', `/registrations/${id}`, { kind: 'other' })],
  ])('%s: an open day waits for it no more, a settled one stays, and what was recorded names it', async (_, change) => {
    const { a, b } = await addCodes('a', 'b');
    await record(team.owner, { registrationId: a });
    await record(team.owner, { registrationId: b, status: 'on-hold' });
    await record(team.owner, { registrationId: b, forDate: '2026-11-15', status: 'not-applicable' });
    await record(team.owner, { registrationId: a, forDate: '2026-11-15' });
    await change(b);
    const { data } = (await call(team.owner, 'GET', '/compliance/data')).json();
    const { statusHistory } = data.find(({ _id }: { _id: string }) => _id === world.items.one);
    expect(statusHistory.map(summarize)).toEqual(
      expect.arrayContaining([
        ['done', ['done']],
        ['done', ['done', 'not-applicable']],
      ]),
    );
    const numbers = statusHistory.flatMap(({ history }: { history: { registrationNumber: string }[] }) =>
      history.map(({ registrationNumber }) => registrationNumber),
    );
    expect(numbers.toSorted()).toEqual([
      '31001234560000999',
      '31001234560000999',
      '53001234560000999',
      '53001234560000999',
    ]);
  });

  test('renewed, it is the same line', async () => {
    const { a } = await addCodes('a');
    const b = await addCode('b', { until: '2026-12-20' });
    await record(team.owner, { registrationId: a });
    await call(team.owner, 'PATCH', `/registrations/${b}`, { until: '2028-12-20' });
    expect(summarize(await readEntry())).toEqual(['pending', ['done', 'pending']]);
    expect(summarize(await record(team.owner, { registrationId: b }))).toEqual(['done', ['done', 'done']]);
  });

  test('a company is erased with what was recorded about its numbers', async () => {
    const { a } = await addCodes('a', 'b');
    await record(team.owner, { registrationId: a });
    await world.server.owner.query('delete from workspaces where id = $1', [team.owner.workspaceId]);
    const count = `select from status_records where workspace_id = $1`;
    expect((await world.server.owner.query(count, [team.owner.workspaceId])).rowCount).toBe(0);
  });
});
