import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
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
    const report = await calls.sendWell(to, 'statuses', first, { name: `statuses.${format}` });
    expect(report).toMatchObject({ imported: true, counts: { rows: 5, add: 5 } });
    const second = await exportOf(to, format);
    expect(await rowsOf(second)).toEqual(await rowsOf(first));
    expect((await rowsOf(first)).length).toBe(6);
    await calls.world.server.owner.query('delete from compliance_items where id = $1', [item]);
  },
);
