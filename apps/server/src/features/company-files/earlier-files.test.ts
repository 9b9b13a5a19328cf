import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf } from '../../../test/forms.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';
import { type Row, readLines } from './company-file-calls.fixture.ts';
import { addCatalogue } from './rich-company.fixture.ts';

/*
 * Files that earlier versions made of companies as people have them, one for each set of tables and columns that there
 * was: they are still taken in (R-company-files-11).
 */

/** `anupalan.company.1`, made by the version before rows were judged by schemas. */
const FILES = ['company-1.fixture.zip'];

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
  await addCatalogue(server);
});

afterAll(() => server.close());

test.each(FILES)('%s: people are names, approvals and days are as they were', async (name) => {
  const bytes = await readFile(path.join(import.meta.dirname, name));
  const files = unzipSync(new Uint8Array(bytes));
  const person = await addPerson(server.services, { role: 'premium' });
  const { headers, ...form } = formOf({}, [{ field: 'file', name: 'company.zip', bytes }]);
  const answer = await server.call({
    ...form,
    url: '/api/imports/company',
    token: person.token,
    headers: { ...headers },
  });
  expect([answer.statusCode, answer.json().data?.faults]).toEqual([200, []]);
  const { rows: workspaces } = await server.owner.query('select workspace_id from companies where id = $1', [
    answer.json().data.companyId,
  ]);
  const read = async (text: string): Promise<Row[]> =>
    (await server.owner.query(text, [workspaces[0].workspace_id])).rows;

  const people = await read('select email, role from imported_people where workspace_id = $1 order by email');
  const said = readLines(files, 'people.jsonl').map(({ email, role }) => ({ email, role }));
  expect(people).toEqual(said.toSorted((one, other) => (String(one.email) < String(other.email) ? -1 : 1)));

  const records = await read(
    `select record.day::text, record.status, record.note, record.updated_by, record.checked_at is not null as checked, imported,
       exists (select from imported_people brought
         where (brought.workspace_id, brought.id) = (record.workspace_id, record.checked_by)) as "byName",
       record.created_at = any($2::timestamptz[]) as "atItsTime"
     from status_records record where workspace_id = $1 order by record.day, record.created_at`.replace(
      '$2::timestamptz[]',
      `array[${readLines(files, 'data/status_records.jsonl')
        .map(({ created_at }) => `'${created_at}'`)
        .join(',')}]::timestamptz[]`,
    ),
  );
  const common = { updated_by: null, imported: true, atItsTime: true };
  expect(records).toEqual([
    { ...common, day: '2026-09-15', status: 'done', note: 'Filed at noon', checked: true, byName: true },
    { ...common, day: '2026-09-15', status: 'NOTE', note: 'Paid, too', checked: false, byName: false },
    { ...common, day: '2026-10-01', status: 'done', note: '', checked: false, byName: false },
  ]);
  expect(
    await read('select day::text, amount_paise::int as paise, imported from payment_dates where workspace_id = $1'),
  ).toEqual([{ day: '2026-09-13', paise: 1250, imported: true }]);
  const evidence = await read('select name from evidence where workspace_id = $1 and file_id is not null');
  expect(evidence).toHaveLength(4);
});
