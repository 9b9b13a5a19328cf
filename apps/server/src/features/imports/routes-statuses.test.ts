import { sql, type Transaction } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { untilWaiting } from '../../../test/locks.ts';
import { companyOf, type Person } from '../../../test/people.ts';
import { expectFailure } from '../../../test/tracked.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { assign, beginWithTeam, call, record, team, world } from '../status-history/checks/team.fixture.ts';
import { queueForDays } from '../status-history/commands-queue.ts';
import { ImportCalls } from './import-calls.fixture.ts';
import { dayOf, HEADS, itemOf } from './past-statuses.fixture.ts';

beginWithTeam();

let calls: ImportCalls;
let company: string;
let ecr: string;

beforeAll(async () => {
  calls = new ImportCalls(world);
  const { services } = world.server;
  const act = await addAct(services, { name: 'Provident fund act' });
  ecr = await addItem(services, { act_id: act, title: 'Pay and file the ECR', sr_no: 7 });
  await addItem(services, { act_id: act, title: 'File the return', sr_no: 8 });
  await world.server.owner.query(`update compliance_items set title = 'Checked return' where id = $1`, [
    world.items.one,
  ]);
});

beforeEach(async () => {
  company = await companyOf(world.server.services, team.owner);
});

const CHANGED = 'What the company has set was changed meanwhile. Please try again.';

const OCTOBER = ',Pay and file the ECR,15/10/2026,Done,By hand,TRRN-1,14/10/2026,"1,25,000.50",14/10/2026,,,';
const NOVEMBER = ',Pay and file the ECR,15/11/2026,Not done,,,,,,,,';

const send = (file: readonly string[], asked: object = {}, person: Person = team.manager) =>
  calls.sendWell(person, 'statuses', file, { company, ...asked });

const faultsOf = (file: readonly string[], asked: object = {}, person: Person = team.manager) =>
  calls.faultsOf(person, 'statuses', file, { company, ...asked });

describe('recording', () => {
  test('a day on which nothing falls due is a fault with the nearest due day', async () => {
    const on = (day: string) => `,Pay and file the ECR,${day},Done,,,,,,,,`;
    const rows = ['16/10/2026', '15/10/1999', '15/10/2031', '15/09/2025'].map(on);
    expect(await faultsOf([HEADS, ...rows])).toEqual([
      '2 Due date: a day on which it falls due: the nearest is 15/10/2026',
      expect.stringMatching(/^3 Due date: a day on which it falls due: the nearest is 15\//),
      expect.stringMatching(/^4 Due date: a day on which it falls due: the nearest is 15\//),
    ]);
  });

  test('records statuses with days, numbers, amounts and payments', async () => {
    expect(await send([HEADS, OCTOBER, NOVEMBER])).toMatchObject({ imported: true, counts: { add: 2 }, waiting: 0 });
    const item = await itemOf(ecr);
    const entry = dayOf(item, '2026-10-15');
    expect(entry).toMatchObject({ current: 'done', waiting: null });
    expect(entry?.history).toMatchObject([
      {
        status: 'done',
        note: 'By hand',
        updatedBy: team.manager.userId,
        filing: {
          number: 'TRRN-1',
          filedOn: '2026-10-14T00:00:00.000Z',
          amount: 125000.5,
          paidOn: '2026-10-14T00:00:00.000Z',
        },
      },
    ]);
    expect(entry?.updatedAt).toBe(entry?.history[0]?.updatedAt);
    expect(dayOf(item, '2026-11-15')?.current).toBe('not-done');
    expect(item.paymentDates).toMatchObject([
      { date: '2026-10-14T00:00:00.000Z', amount: 125000.5, description: 'TRRN-1' },
    ]);
  });

  test('a day’s records keep their order, and the last status is what it stands for', async () => {
    const of = (status: string, note: string) => `,Pay and file the ECR,15/10/2026,${status},${note},,,,,,,`;
    await record(team.member, { forDate: '2026-10-15', status: 'pending', note: '' }, ecr);
    await send([HEADS, of('Not done', 'one'), of('Done', 'two'), of('Note', 'three')], { existing: 'update' });
    const entry = dayOf(await itemOf(ecr), '2026-10-15');
    expect(entry?.history.map(({ status, note }) => `${status} ${note}`)).toEqual([
      'pending ',
      'not-done one',
      'done two',
      'NOTE three',
    ]);
    expect(entry).toMatchObject({ current: 'done' });
    expect(new Set(entry?.history.map(({ updatedAt }) => updatedAt)).size).toBeGreaterThan(1);
  });

  test('the same file again changes nothing; other days that are recorded are skipped, or recorded anew', async () => {
    await send([HEADS, OCTOBER, NOVEMBER]);
    for (const existing of ['update', 'skip']) {
      expect((await send([HEADS, OCTOBER, NOVEMBER], { existing })).counts).toMatchObject({
        add: 0,
        update: 0,
        skip: 2,
      });
    }
    const corrected = [HEADS, OCTOBER.replace('TRRN-1', 'TRRN-2'), NOVEMBER];
    expect((await send(corrected)).counts.skip).toBe(2);
    expect((await send(corrected, { existing: 'update' })).counts).toMatchObject({ update: 1, skip: 1 });
    const item = await itemOf(ecr);
    expect(dayOf(item, '2026-10-15')?.history.map(({ filing }) => filing?.number)).toEqual(['TRRN-1', 'TRRN-2']);
    expect(item.paymentDates).toHaveLength(1);
  });
});

describe('what has to be checked', () => {
  test('waits as one batch, whatever waits for the day already', async () => {
    await record(team.member, { forDate: '2026-09-15' });
    const rows = ['15/09/2026', '15/10/2026'].map((day) => `,Checked return,${day},Done,,N-1,,,,,,`);
    const report = await send([HEADS, ...rows, ',Checked return,15/11/2026,Not done,,,,,,,,'], { existing: 'update' });
    expect(report).toMatchObject({ waiting: 2, counts: { add: 2, update: 1 } });
    const item = await itemOf(world.items.one);
    expect(dayOf(item, '2026-09-15')).toMatchObject({
      current: 'pending',
      waiting: { updatedBy: team.manager.userId },
    });
    expect(dayOf(item, '2026-10-15')).toMatchObject({ current: 'pending', history: [], waiting: { status: 'done' } });
    expect(dayOf(item, '2026-11-15')).toMatchObject({ current: 'not-done', waiting: null });
    const { rows: batches } = await world.server.owner.query(
      `select batch_id, count(*)::int as records, min(filing ->> 'number') as number from checks
       where workspace_id = $1 and outcome is null group by batch_id`,
      [team.owner.workspaceId],
    );
    expect(batches).toEqual([{ batch_id: expect.any(String), records: 2, number: 'N-1' }]);
  });

  test('is approved or returned as one, by whom it waits for and nobody else', async () => {
    const row = (month: string) => `,Checked return,15/${month}/2026,Done,,N-${month},,,,,,`;
    await send([HEADS, row('08'), row('09'), row('10')]);
    const { batches, pagination } = (await call(team.checker, 'GET', '/checks')).json();
    expect([batches, pagination.total]).toEqual([[{ _id: expect.any(String), records: 3 }], 3]);
    const path = `/checks/batches/${batches[0]._id}`;
    for (const person of [team.manager, team.member]) {
      const message = 'Nothing of this import waits for your check';
      expectFailure(await call(person, 'POST', `${path}/approve`, {}), 404, message);
    }
    // Something newer is recorded for one of them meanwhile.
    await record(team.manager, { forDate: '2026-10-15', status: 'not-done' });
    const approved = await call(team.checker, 'POST', `${path}/approve`, { note: 'As in the register' });
    expect(approved.json()).toMatchObject({ message: 'Records approved', data: { decided: 2, left: 0 } });
    const item = await itemOf(world.items.one);
    for (const day of ['2026-08-15', '2026-09-15']) {
      expect(dayOf(item, day)).toMatchObject({
        current: 'done',
        waiting: null,
        history: [{ checkedBy: team.checker.userId, checkNote: 'As in the register' }],
      });
    }
    expect(dayOf(item, '2026-10-15')?.current).toBe('not-done');
    await send([HEADS, row('07')]);
    const [next] = (await call(team.checker, 'GET', '/checks')).json().batches;
    const returned = await call(team.checker, 'POST', `/checks/batches/${next._id}/return`, { reason: 'Another year' });
    expect(returned.json().data).toEqual({ decided: 1, left: 0 });
    expect(dayOf(await itemOf(world.items.one), '2026-07-15')?.returned).toMatchObject({ reason: 'Another year' });
  });

  test('a checker’s own waits for the owner', async () => {
    await assign(team.owner, { scope: 'item', ids: [world.items.one], checker: team.manager.userId });
    await send([HEADS, ',Checked return,15/10/2026,Done,,,,,,,,']);
    const { data } = (await call(team.owner, 'GET', '/checks')).json();
    expect(data).toMatchObject([{ title: 'Checked return', standsIn: 'own' }]);
  });

  /** Sends a file while a statement holds what it needs, and sets something meanwhile. @returns its refusal */
  async function sendWhileSetting(held: (trx: Transaction<DB>) => Promise<unknown>, change: object) {
    const { database } = world.server.services;
    let sent: ReturnType<typeof calls.send> | undefined;
    await database.db.transaction().execute(async (trx) => {
      await held(trx);
      sent = calls.send(team.manager, 'statuses', [HEADS, OCTOBER], { company, existing: 'update' });
      await untilWaiting(database, 1);
      await assign(team.owner, { scope: 'item', ids: [ecr], ...change });
    });
    return sent?.then(failureOf);
  }

  test('nothing is recorded by what was set before the import had its turn', async () => {
    const held = (trx: Transaction<DB>) => queueForDays(trx, team.owner.workspaceId);
    expect(await sendWhileSetting(held, { checker: team.checker.userId })).toEqual([409, CHANGED]);
    expect((await itemOf(ecr)).statusHistory).toEqual([]);
    expect(await send([HEADS, OCTOBER])).toMatchObject({ waiting: 1 });
  });

  test.each([
    ['a checker', () => ({ checker: team.checker.userId })],
    ['required evidence', () => ({ evidenceRequired: true })],
  ])('nor past %s that was set while it was written', async (_, change) => {
    await record(team.member, { forDate: '2026-10-15', status: 'pending', note: '' }, ecr);
    // The entry that it writes, once it has looked what is set.
    const held = (trx: Transaction<DB>) =>
      sql`select from status_entries where workspace_id = ${team.owner.workspaceId} for update`.execute(trx);
    expect(await sendWhileSetting(held, change())).toEqual([409, CHANGED]);
    expect(dayOf(await itemOf(ecr), '2026-10-15')?.history).toHaveLength(1);
  });

  test('needs evidence or a reason where the company asks for it', async () => {
    await assign(team.owner, { scope: 'company', evidenceRequired: true });
    expect(await faultsOf([HEADS, OCTOBER])).toEqual([
      '2 Reason without evidence: Please say why there is no evidence',
    ]);
    expect((await send([HEADS, `${OCTOBER}Lost in the move`])).counts.add).toBe(1);
  });
});

describe('faults', () => {
  test('are told all at once', async () => {
    const file = [
      HEADS,
      ',No such thing,15/10/2026,Done,,,,,,,,',
      ',File the return,15/10/2026,Done,,,,,,,,',
      ',Pay and file the ECR,46310,Perhaps,,1.23457E+15,,,,,,',
      ',Pay and file the ECR,15/10/2026,Done,,,,100,,,,',
      ',Pay and file the ECR,15/10/2026,Done,,,,100,14/10/2026,Yes,,',
      ',Pay and file the ECR,15/10/2026,Note,,,,,,,,',
    ];
    expect(await faultsOf(file)).toEqual([
      '2 Obligation: the name of an obligation as the dashboard has it',
      '3 Act: the act, because several obligations have this name: Shops Act; Provident fund act',
      '4 Due date: a date such as 31/12/2026 (day, month, year) or 2026-12-31',
      expect.stringMatching(/^4 Status: one of: Done, Not Done/),
      expect.stringMatching(/^4 Number: all digits: a spreadsheet keeps 15/),
      '5 Paid on: An amount needs the day on which it was paid, and that day an amount',
      '6 Amount: What was filed as nil has no amount',
      '7 Note: Please enter a note before submitting',
    ]);
    expectFailure(
      await calls.send(team.manager, 'statuses', file, { company }),
      400,
      'Nothing was imported: there are 8 faults in the file',
    );
    expect((await itemOf(ecr)).statusHistory).toEqual([]);
  });

  test('what there is no room for is told with its row', async () => {
    await world.server.owner.query(
      `insert into payment_dates (workspace_id, id, compliance_item_id, user_id, day, amount_paise, description)
       select $1, uuidv7(), $2, $3, '2026-10-14', n, '' from generate_series(1, 999) n`,
      [team.owner.workspaceId, ecr, team.owner.userId],
    );
    await world.server.owner.query('insert into status_tallies values ($1, 16, 199999)', [team.owner.workspaceId]);
    const paid = (amount: string, month = '10') =>
      `,Pay and file the ECR,15/${month}/2026,Done,,,,${amount},14/10/2026,,,`;
    const file = [HEADS, paid('9.99'), paid('12'), paid('12'), paid('13'), paid('14', '09')];
    expect(await faultsOf(file, { existing: 'update' })).toEqual([
      '5 Amount: at most 1,000 payments of an obligation, with those that are there',
      '6 Due date: at most 2,00,000 days with statuses of a company, with those that are there',
      '6 Amount: at most 1,000 payments of an obligation, with those that are there',
    ]);
    expect((await send(file.slice(0, 4), { existing: 'update' })).imported).toBe(true);
  });

  test('a free company records what its plan has', async () => {
    const { free } = world.people;
    const rows = ['Done', 'On hold', 'Note'].map((status) => `,Pay and file the ECR,15/10/2026,${status},x,,,,,,,`);
    const faults = await calls.faultsOf(free, 'statuses', [HEADS, ...rows]);
    expect(faults).toEqual([
      expect.stringMatching(/^3 Status: .*Premium/),
      expect.stringMatching(/^4 Status: .*Premium/),
    ]);
  });

  test('who may not', async () => {
    for (const person of [team.member, team.viewer]) {
      expectFailure(
        await calls.send(person, 'statuses', [HEADS, OCTOBER], { company }),
        403,
        person === team.viewer ? 'Viewers can only read' : 'Only managers and the owner can do this',
      );
    }
    expectFailure(
      await calls.send(world.people.premium, 'statuses', [HEADS], { company }),
      403,
      'You are not a member of this company',
    );
  });
});
