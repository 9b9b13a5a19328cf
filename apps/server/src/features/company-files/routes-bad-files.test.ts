import { createHash, randomUUID } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test, vi } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { formOf } from '../../../test/forms.ts';
import { addPerson } from '../../../test/people.ts';
import { AppError } from '../../platform/errors/errors.ts';
import {
  beginWithTwo,
  catalogues,
  countWorkspaces,
  file,
  type Row,
  readLines,
  send,
  takeIn,
  to,
  workspaceOf,
} from './company-file-calls.fixture.ts';
import { changeRows as changeRowsOf, forge } from './forged-file.fixture.ts';
import { addRichCompany } from './rich-company.fixture.ts';

beginWithTwo();

describe('a file that is not as it was made', () => {
  const changeRows = (table: string, change: (row: Row) => Row) => changeRowsOf(file, table, change);

  /** The same archive with other bytes at a path, and nothing signed. */
  function replace(path: string, bytes: Uint8Array): Uint8Array {
    return zipSync({ ...unzipSync(file), [path]: bytes });
  }

  /** The directory's word for the unpacked size of each file. */
  function claimSizes(size: number): Uint8Array {
    const bytes = Buffer.from(file);
    for (
      let at = bytes.indexOf('PK\x01\x02', 0, 'latin1');
      at >= 0;
      at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1')
    ) {
      bytes.writeUInt32LE(size, at + 24);
    }
    return bytes;
  }

  test.each<[string, () => Uint8Array, string]>([
    ['text', () => strToU8('Dear Sir'), 'Invalid file type'],
    ['nothing', () => new Uint8Array(), 'The file is empty'],
    ['no company', () => zipSync({ 'a.txt': strToU8('Hello') }), 'This is not the file of a company'],
    ['cut in the middle', () => file.subarray(0, file.length / 2), 'no ZIP archive, or it was cut off'],
    ['without its last byte', () => file.subarray(0, -1), 'no ZIP archive, or it was cut off'],
    ['an altered row', () => replace('data/holidays.jsonl', strToU8('{}\n')), 'was altered: data/holidays.jsonl'],
    ['a file more', () => replace('evidence/a.pdf', strToU8('x')), "evidence/a.pdf, which its manifest doesn't name"],
    ['an altered manifest', () => replace('manifest.json', alterManifest()), 'not what was signed'],
    ['paths that go up', () => replace('../../etc/passwd', strToU8('x')), 'no ZIP archive'],
    ['a bomb', () => claimSizes(0xf0000000), 'unpacks to more than 8 GB'],
    ['sizes that lie', () => claimSizes(3), 'damaged on its way'],
    ['another version', () => forge(file, () => ({ format: 'anupalan.company.2' })), 'another version of Anupalan'],
    ['a newer table', () => forge(file, addTable), 'a newer version'],
    [
      'newer columns',
      () => forge(file, (_files, { columns }) => ({ columns: { ...Object(columns), holidays: ['wish'] } })),
      'a newer version',
    ],
    [
      'rows that are none',
      () => changeRows('holidays', () => ({ name: 'x', workspace_id: randomUUID() })),
      "holidays.jsonl can't be read",
    ],
    [
      'values that are none',
      () => changeRows('holidays', (row) => ({ ...row, day: 'some day' })),
      "holidays.jsonl can't be read (day",
    ],
    ['evidence that is a page', () => forge(file, (files) => pageAsEvidence(files)), 'not of an accepted type'],
    [
      'evidence of a type that is none',
      () => changeRows('evidence', (row) => ({ ...row, media_type: 'text/html' })),
      "evidence.jsonl can't be read",
    ],
    ['evidence that is other', () => forge(file, (files) => swapEvidence(files)), 'is not what was recorded of it'],
    [
      'unknown obligations',
      () => changeRows('exclusions', (row) => ({ ...row, compliance_item_id: randomUUID() })),
      'Line 1 of data/exclusions.jsonl names an obligation that the file does not have',
    ],
    [
      'JSON of another shape',
      () =>
        changeRows('event_duties', (row) => ({ ...row, definition: { ...Object(row.definition), deadline: 'soon' } })),
      "event_duties.jsonl can't be read",
    ],
    [
      'a link that is a script',
      () => changeRows('compliance_values', (row) => ({ ...row, is_link: true, text: 'javascript:alert(1)' })),
      "compliance_values.jsonl can't be read",
    ],
    [
      'activity of other kinds',
      () => changeRows('activity', (row) => ({ ...row, what: 'a.b' })),
      "activity.jsonl can't be read",
    ],
  ])('%s: is told so, and nothing is there afterwards', async (_what, make, message) => {
    const person = await addPerson(to.services, { role: 'premium' });
    const before = await countWorkspaces();
    const answer = await send(person, make());
    expect([answer.statusCode, JSON.stringify(answer.json())]).toEqual([400, expect.stringContaining(message)]);
    expect(await countWorkspaces()).toEqual(before);
  });

  test('reaches nothing of other companies by their ids', async () => {
    const other = await addRichCompany(to, catalogues.to);
    const { rows } = await to.owner.query('select id from compliance_items where workspace_id = $1 limit 1', [
      other.owner.workspaceId,
    ]);
    const person = await addPerson(to.services, { role: 'premium' });
    const named = changeRows('company_days', (row) => ({ ...row, compliance_item_id: rows[0].id }));
    expect(failureOf(await send(person, named))).toEqual([400, expect.stringContaining('does not have')]);
    // Somebody else's id stands for nobody here.
    const posing = changeRows('holidays', (row) => row);
    const { companyId } = await takeIn(person, posing);
    const { rows: records } = await to.owner.query(
      'select distinct updated_by from status_records where workspace_id = $1',
      [await workspaceOf(companyId ?? '')],
    );
    expect(records).toEqual([{ updated_by: null }]);
  });

  test('names of evidence are cleaned as those of uploads', async () => {
    const person = await addPerson(to.services, { role: 'premium' });
    const renamed = changeRows('evidence', (row) => ({ ...row, name: '../../licence\u202e?.pdf' }));
    const { companyId } = await takeIn(person, renamed);
    const { rows } = await to.owner.query('select distinct name from evidence where workspace_id = $1', [
      await workspaceOf(companyId ?? ''),
    ]);
    expect(rows).toEqual([{ name: 'licence_.pdf' }]);
  });

  function alterManifest(): Uint8Array {
    const text = strFromU8(unzipSync(file)['manifest.json'] ?? new Uint8Array());
    return strToU8(text.replace('Rao & Sons', 'Rao & Daughters'));
  }

  function addTable(files: Record<string, Uint8Array>): undefined {
    files['data/wishes.jsonl'] = strToU8('');
  }

  /** A page that is recorded, and signed, as a PDF. */
  function pageAsEvidence(files: Record<string, Uint8Array>): undefined {
    const page = strToU8('<html><script>alert(1)</script></html>');
    const sha256 = `\\x${createHash('sha256').update(page).digest('hex')}`;
    const rows = readLines(files, 'data/evidence.jsonl');
    const brought = rows.find(({ path }) => path !== undefined);
    files[String(brought?.path)] = page;
    const changed = rows.map((row) => (row.path === brought?.path ? { ...row, sha256, size: page.length } : row));
    files['data/evidence.jsonl'] = strToU8(changed.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }

  function swapEvidence(files: Record<string, Uint8Array>): undefined {
    const [path = ''] = Object.keys(files).filter((name) => name.startsWith('evidence/'));
    files[path] = strToU8('something else');
  }
});

test('what is not in the catalogue here is named before anything is written', async () => {
  const person = await addPerson(to.services, { role: 'premium' });
  await to.owner.query(`update compliance_items set catalogue_key = 'esi-of-old' where id = $1`, [catalogues.to.esi]);
  const said = await takeIn(person, file, { dryRun: 'true' });
  expect(said.faults).toEqual(['The obligation "ESI" is not in the catalogue here']);
  expect(failureOf(await send(person, file))).toEqual([400, 'The obligation "ESI" is not in the catalogue here']);
  await to.owner.query(`update compliance_items set catalogue_key = 'esi' where id = $1`, [catalogues.to.esi]);
});

test('what the plan has no room for stays out as a whole', async () => {
  const person = await addPerson(to.services, { company: { employeeCount: 3, state: 'Delhi' } });
  const [status, message] = failureOf(await send(person, file));
  expect([status, message]).toEqual([400, expect.stringContaining('Premium')]);
});

test('a store that fails in the middle leaves nothing', async () => {
  const person = await addPerson(to.services, { role: 'premium' });
  const before = await countWorkspaces();
  const { files } = to.services;
  const store = files.write.bind(files);
  const write = vi.spyOn(files, 'write').mockImplementation(async (source, about) => {
    // The archive itself, and two files of it.
    if (write.mock.calls.length > 3) throw new AppError('unavailable', 'The store is away');
    return await store(source, about);
  });
  const form = formOf({}, [{ field: 'file', name: 'company.zip', bytes: Buffer.from(file) }]);
  const answer = await to.call({
    ...form,
    url: '/api/imports/company',
    headers: { ...form.headers, authorization: `Bearer ${person.token}` },
    expect5xx: true,
  });
  write.mockRestore();
  expect(answer.statusCode).toBe(503);
  expect(await countWorkspaces()).toEqual(before);
});
