import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAct, addField, addItem } from '../../../test/catalogue.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { ImportCalls } from './import-calls.fixture.ts';
import { readFile } from './reading/read-file.ts';

let calls: ImportCalls;

beforeAll(async () => {
  calls = await ImportCalls.start();
});

afterAll(() => calls.world.server.close());

const HEADS = 'Act,Obligation,Due date,Status,Note,Number,Filed on,Amount,Paid on,Nil';

const REGISTER = [
  HEADS,
  `Provident fund act,Pay the ECR,15/09/2026,Not Done,"=SUM(1), and more",,,,,`,
  `Provident fund act,Pay the ECR,15/09/2026,Done,,0012345678901234,16/09/2026,125000.5,16/09/2026,`,
  `Provident fund act,Pay the ECR,15/09/2026,Note,"two\nlines",,,,,`,
  `Provident fund act,Pay the ECR,15/09/2026,Note,"asked the bank, -see mail; @ravi to check\n\t=sum",,,,,`,
  `Provident fund act,Pay the ECR,15/09/2026,Note,"''=b, ''-c",,,,,`,
  `Provident fund act,Pay the ECR,15/10/2026,Done,,,14/10/2026,,,Yes`,
  `Provident fund act,Pay the ECR,15/11/2026,On Hold,मीरा asked,,,,,`,
];

/** Columns that say when and by whom something was recorded here, which an import does anew. */
const OF_HERE = /recorded|checked|by$|on time/i;

async function exportOf({ token }: Person, format: 'csv' | 'xlsx') {
  const url = `/api/exports/statuses?format=${format}&from=2026-01-01&to=2026-12-31`;
  const response = await calls.world.server.call({ url, token });
  expect(response.statusCode).toBe(200);
  return response.rawPayload;
}

/** The rows of an export without what is of here alone. */
async function rowsOf(file: Buffer) {
  const { rows } = await readFile(file, { sender: 'somebody' });
  const heads = rows.findIndex(({ cells }) => cells.includes('Obligation'));
  const names = rows[heads]?.cells.map(String) ?? [];
  return rows
    .slice(heads)
    .map(({ cells }) => names.map((name, at) => (OF_HERE.test(name) ? null : (cells[at] ?? null))));
}

test.each(['csv', 'xlsx'] as const)(
  'what is exported as %s comes in again, and is exported the same',
  async (format) => {
    const { services } = calls.world.server;
    const act = await addAct(services, { name: 'Provident fund act' });
    const item = await addItem(services, { act_id: act, title: 'Pay the ECR', sr_no: 9 });
    const company = { employeeCount: 20, state: 'Kerala' } as const;
    const [from, to] = [
      await addPerson(services, { role: 'premium', company }),
      await addPerson(services, { role: 'premium', company }),
    ];
    await calls.sendWell(from, 'statuses', REGISTER);
    const first = await exportOf(from, format);
    const again = { name: `statuses.${format}`, existing: 'update', dryRun: true } as const;
    expect(await calls.sendWell(from, 'statuses', first, again)).toMatchObject({ counts: { skip: 7 } });
    const report = await calls.sendWell(to, 'statuses', first, { name: `statuses.${format}` });
    expect(report).toMatchObject({ imported: true, counts: { rows: 7, add: 7 } });
    const second = await exportOf(to, format);
    expect(await rowsOf(second)).toEqual(await rowsOf(first));
    expect((await rowsOf(first)).length).toBe(8);
    await calls.world.server.owner.query('delete from compliance_items where id = $1', [item]);
  },
);

test.each(['csv', 'xlsx'] as const)('what is recorded of a ruled out obligation keeps no %s out', async (format) => {
  const { server } = calls.world;
  const act = await addAct(server.services, { name: 'Provident fund act' });
  const item = await addItem(server.services, { act_id: act, title: 'Pay the ECR', sr_no: 9 });
  const kept = await addItem(server.services, { act_id: act, title: 'Hang a notice', sr_no: 10 });
  const add = () => addPerson(server.services, { role: 'premium', company: { employeeCount: 20, state: 'Kerala' } });
  const [from, alike, other] = [await add(), await add(), await add()];
  await calls.sendWell(from, 'statuses', [...REGISTER, 'Provident fund act,Hang a notice,15/09/2026,Done']);
  for (const { token } of [from, alike]) {
    const url = `/api/compliance/data/${item}/does-not-apply`;
    const { statusCode } = await server.call({ method: 'PUT', url, token, payload: { reason: 'Nobody is covered' } });
    expect(statusCode).toBe(200);
  }
  const file = await exportOf(from, format);
  const reportOf = async (person: Person) => {
    const { counts, ruledOut } = await calls.sendWell(person, 'statuses', file, { name: `statuses.${format}` });
    return [counts.add, counts.skip, ruledOut];
  };
  expect(await reportOf(from)).toEqual([0, 8, 7]);
  expect(await reportOf(alike)).toEqual([1, 7, 7]);
  expect(await reportOf(other)).toEqual([8, 0, undefined]);
  await server.owner.query('delete from compliance_items where id = any($1)', [[item, kept]]);
});

describe('obligations that are there', () => {
  const OBLIGATIONS = [
    'Key,Act,Obligation,Frequency,First due date,When it is due,Exceptions,State,Reminder days,Description,Register',
    'R-1,Salary act,Pay the tax,Monthly,07/05/2026,"By the 7th, and in April by the 30th",07/04 to 30/04,,None,"a, =b",',
    ',Salary act,Hang a notice,Never,,,,Kerala,,,https://example.in/notice',
    ',House rules,Count the stock,Half yearly,2026-06-30,,"30/06 -> 15/07; 30/12 = 10/12",,"30, 7",\'=SUM(1),007',
  ];

  /** What is there, as a file of the import. */
  async function presentOf({ token }: Person, kind: 'own' | 'catalogue', format: 'csv' | 'xlsx') {
    const url = `/api/imports/${kind}/template?rows=present&format=${format}`;
    const response = await calls.world.server.call({ url, token });
    expect(response.statusCode).toBe(200);
    return response.rawPayload;
  }

  beforeAll(async () => {
    await addField(calls.world.server.services, { name: 'Register' });
  });

  test.each(['csv', 'xlsx'] as const)('own ones go from company to company as %s', async (format) => {
    const company = { employeeCount: 20, state: 'Kerala' } as const;
    const { services } = calls.world.server;
    const [from, to] = [
      await addPerson(services, { role: 'premium', company }),
      await addPerson(services, { role: 'premium', company }),
    ];
    expect(await calls.sendWell(from, 'own', OBLIGATIONS)).toMatchObject({ counts: { add: 3 } });
    const first = await presentOf(from, 'own', format);
    const before = await cellsOf(first);
    expect(before.slice(0, 2).map((cells) => cells.slice(0, 7))).toEqual([
      ['Key', 'Act', 'Obligation', 'Frequency', 'First due date', 'When it is due', 'Exceptions'],
      ['R-1', 'Salary act', 'Pay the tax', 'Monthly', expect.anything(), expect.anything(), '07/04 to 30/04'],
    ]);
    const name = `own.${format}`;
    expect(await calls.sendWell(to, 'own', first, { name })).toMatchObject({ counts: { add: 3 } });
    const again = await calls.sendWell(to, 'own', first, { name, existing: 'update' });
    expect(again.counts).toMatchObject({ add: 0, update: 3 });
    expect(await cellsOf(await presentOf(to, 'own', format))).toEqual(before);
  });

  test.each(['csv', 'xlsx'] as const)('those of the catalogue come back as they were as %s', async (format) => {
    const { admin } = calls.world.people;
    const { owner } = calls.world.server;
    await owner.query('delete from compliance_items where workspace_id is null');
    await calls.sendWell(admin, 'catalogue', OBLIGATIONS);
    const first = await presentOf(admin, 'catalogue', format);
    await owner.query('delete from compliance_items where workspace_id is null');
    expect(await calls.sendWell(admin, 'catalogue', first, { name: `all.${format}` })).toMatchObject({
      counts: { add: 3 },
    });
    expect(await cellsOf(await presentOf(admin, 'catalogue', format))).toEqual(await cellsOf(first));
    const { rows } = await owner.query(
      'select exceptions from compliance_items where workspace_id is null order by sr_no',
    );
    expect(rows.map(({ exceptions }) => exceptions)).toEqual([
      [{ of: '04-07', on: '04-30' }],
      [],
      [
        { of: '06-30', on: '07-15' },
        { of: '12-30', on: '12-10' },
      ],
    ]);
  });

  test('exceptions that the schedule doesn’t have are told with their rows', async () => {
    const { premium } = calls.world.people;
    const row = (exceptions: string) => `Salary act,Pay,Yearly,07/05/2026,"${exceptions}"`;
    const file = [
      'Act,Obligation,Frequency,First due date,Exceptions',
      ...['08/05 to 30/05', '07/05', '07/05 to 31/02'].map(row),
    ];
    expect(await calls.faultsOf(premium, 'own', file)).toEqual([
      '2 Exceptions: Nothing falls due on 08/05',
      expect.stringMatching(/^3 Exceptions: due days with the days that they move to, such as 07\/04 to 30\/04/),
      expect.stringMatching(/^4 Exceptions: due days with the days that they move to/),
    ]);
  });
});

async function cellsOf(file: Buffer) {
  return (await readFile(file, { sender: 'somebody' })).rows.map(({ cells }) => cells);
}
