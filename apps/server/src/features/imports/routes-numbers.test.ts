import { beforeAll, beforeEach, expect, test } from 'vitest';
import { companyOf, type Person } from '../../../test/people.ts';
import { assign, beginWithTeam, team, world } from '../status-history/checks/team.fixture.ts';
import { addCodes, fileUnderEsi } from '../status-history/lines.fixture.ts';
import { ImportCalls } from './import-calls.fixture.ts';
import { dayOf, HEADS, itemOf } from './past-statuses.fixture.ts';

beginWithTeam();

let calls: ImportCalls;
let company: string;

beforeAll(async () => {
  calls = new ImportCalls(world);
  await world.server.owner.query(`update compliance_items set title = 'Checked return' where id = $1`, [
    world.items.one,
  ]);
});

beforeEach(async () => {
  company = await companyOf(world.server.services, team.owner);
});

const send = (file: readonly string[], asked: object = {}, person: Person = team.manager) =>
  calls.sendWell(person, 'statuses', file, { company, ...asked });

const faultsOf = (file: readonly string[], asked: object = {}, person: Person = team.manager) =>
  calls.faultsOf(person, 'statuses', file, { company, ...asked });

test('of several numbers each has its own', async () => {
  await fileUnderEsi();
  await addCodes('a', 'b');
  await assign(team.owner, { scope: 'item', ids: [world.items.one], checker: null });
  const of = (number: string) => `,Checked return,15/10/2026,Done,,,,,,,${number},`;
  expect(await faultsOf([HEADS, of('31 0012 3456 0000 998')])).toEqual([
    '2 Registration number: a registration number of this obligation on that day',
  ]);
  await send([HEADS, of('31-00-123456-0000999')], {}, team.owner);
  const entry = dayOf(await itemOf(world.items.one), '2026-10-15');
  expect(entry?.lines?.map(({ status }) => status)).toEqual(['done', 'pending']);
  expect(entry?.current).toBe('pending');
});

test('records of numbers stand as if each had been recorded by itself, and wait as one batch', async () => {
  await fileUnderEsi();
  await addCodes('a', 'b');
  const [a, b] = ['31001234560000999', '53001234560000999'];
  const of = (day: string, status: string, number = a, note = '') =>
    `,Checked return,${day},${status},${note},,,,,,${number},`;
  await assign(team.owner, { scope: 'item', ids: [world.items.one], checker: null });
  const rows = [
    of('15/10/2026', 'Not done', a, 'one'),
    of('15/10/2026', 'Done', a, 'two'),
    of('15/10/2026', 'Note', a, 'three'),
    of('15/10/2026', 'Done', b, 'four'),
    of('15/11/2026', 'Done'),
  ];
  expect(await send([HEADS, ...rows], { existing: 'update' }, team.owner)).toMatchObject({ waiting: 0 });
  const entryOf = async (day: string) => dayOf(await itemOf(world.items.one), day);
  const october = await entryOf('2026-10-15');
  expect(october?.history.map(({ status, note }) => `${status} ${note}`)).toEqual([
    'not-done one',
    'done two',
    'NOTE three',
    'done four',
  ]);
  const { rows: moments } = await world.server.owner.query(
    `select count(distinct record.created_at)::int as moments, max(record.created_at) <= max(entry.updated_at) as past
     from status_records record join status_entries entry using (workspace_id, compliance_item_id, day)
     where workspace_id = $1 and day = '2026-10-15'`,
    [team.owner.workspaceId],
  );
  expect(moments).toEqual([{ moments: 4, past: true }]);
  expect(october).toMatchObject({ current: 'done', lines: [{ status: 'done' }, { status: 'done' }] });
  expect(await entryOf('2026-11-15')).toMatchObject({ current: 'pending' });

  await assign(team.owner, { scope: 'item', ids: [world.items.one], checker: team.checker.userId });
  const open = [of('15/12/2026', 'Done'), of('15/11/2026', 'Done', b)];
  expect(await send([HEADS, ...open], { existing: 'update' })).toMatchObject({ waiting: 2 });
  expect(await send([HEADS, of('15/12/2026', 'Done', a, 'anew')], { existing: 'update' })).toMatchObject({
    waiting: 1,
  });
  const { rows: checks } = await world.server.owner.query(
    `select day::text, note, outcome, count(batch_id)::int as batches from checks
     where workspace_id = $1 group by 1, 2, 3 order by 1, 2`,
    [team.owner.workspaceId],
  );
  expect(checks).toEqual([
    { day: '2026-11-15', note: '', outcome: null, batches: 1 },
    { day: '2026-12-15', note: '', outcome: 'replaced', batches: 1 },
    { day: '2026-12-15', note: 'anew', outcome: null, batches: 1 },
  ]);
  expect((await entryOf('2026-12-15'))?.lines?.map(({ waiting }) => waiting?.note)).toEqual(['anew', undefined]);
  expect((await entryOf('2026-11-15'))?.lines?.map(({ status, waiting }) => waiting?.status ?? status)).toEqual([
    'done',
    'done',
  ]);
});
