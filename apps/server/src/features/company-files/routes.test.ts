import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { TakenIn } from '@anupalan/contract/proof/company-files';
import { PreparedFile } from '@anupalan/contract/proof/prepared-files';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { formOf } from '../../../test/forms.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { canonicalJson, type JsonObject } from '../activity/seal/canonical-json.ts';
import { makeFiles } from '../prepared-files/make-files.ts';
import { createCompanyFileMaker } from './company-file-maker.ts';
import { COMPANY_TABLE_NAMES } from './company-tables.ts';
import { NewIds } from './new-ids.ts';
import { addCatalogue, addRichCompany, type Catalogue, type RichCompany } from './rich-company.fixture.ts';
import { NOT_IN_COMPANY_FILE } from './rules-not-in-file.ts';

let from: TestApp;
let to: TestApp;
let catalogues: { from: Catalogue; to: Catalogue };
let rich: RichCompany;
let file: Uint8Array;

beforeAll(async () => {
  [from, to] = await Promise.all([startTestApp(), startTestApp()]);
  catalogues = { from: await addCatalogue(from), to: await addCatalogue(to) };
  rich = await addRichCompany(from, catalogues.from);
  file = await takeOut(from, rich.owner, rich.company);
});

afterAll(() => Promise.all([from.close(), to.close()]));

/** Has the file of a company made, and fetches it by its one-time address. */
async function takeOut(server: TestApp, { token }: Pick<Person, 'token'>, company: string): Promise<Uint8Array> {
  const call = (method: 'GET' | 'POST', path: string) =>
    server.call({ method, url: `/api/exports/company${path}`, token, headers: { 'x-company': company } });
  const asked = await call('POST', '');
  expect(asked.statusCode, asked.body).toBe(201);
  await makeFiles(server.services, {
    makers: [createCompanyFileMaker(server.services)],
    heldSeconds: 30,
    isStopping: () => false,
  });
  const { _id: id, state, fault } = PreparedFile.parse((await call('GET', `/${asked.json().data._id}`)).json().data);
  expect(state, fault ?? '').toBe('ready');
  const { address } = (await call('POST', `/${id}/address`)).json().data;
  const answer = await server.call({ url: new URL(address).pathname });
  expect(answer.statusCode).toBe(200);
  return new Uint8Array(answer.rawPayload);
}

function send(person: Pick<Person, 'token'>, bytes: Uint8Array, fields: Record<string, string> = {}, company?: string) {
  const { headers, ...form } = formOf(fields, [{ field: 'file', name: 'company.zip', bytes: Buffer.from(bytes) }]);
  const named = company ? { 'x-company': company } : {};
  return to.call({ ...form, url: '/api/imports/company', token: person.token, headers: { ...headers, ...named } });
}

async function takeIn(person: Person, bytes: Uint8Array, fields: Record<string, string> = {}, company?: string) {
  const answer = await send(person, bytes, fields, company);
  expect(answer.statusCode, answer.body).toBe(200);
  const { data }: { data: TakenIn } = answer.json();
  return data;
}

/** Somebody in the other installation who has the address of the company's owner. */
async function addOwnerThere(role: 'user' | 'premium' = 'premium'): Promise<Person> {
  const person = await addPerson(to.services, { role });
  await to.owner.query(`update users set primary_email = $1 where primary_email = $1`, [rich.owner.email]);
  await to.owner.query(`update users set primary_email = id || '@former.in' where primary_email = $1`, [
    rich.owner.email,
  ]);
  await to.owner.query('update users set primary_email = $1 where id = $2', [rich.owner.email, person.userId]);
  return person;
}

type Row = Record<string, unknown>;

function readLines(files: Record<string, Uint8Array>, path: string): Row[] {
  const text = strFromU8(files[path] ?? new Uint8Array());
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => JSON.parse(line));
}

/** What is in every database but not as a company has it. */
async function countWorkspaces(): Promise<unknown> {
  const { rows } = await to.owner.query(
    `select (select count(*) from workspaces) as workspaces, (select count(*) from companies) as companies,
       (select count(*) from evidence) as evidence, (select count(*) from files where removed_at is null) as files`,
  );
  return rows[0];
}

test('every table with rows of a company leaves, or there is a reason why not', async () => {
  const { rows } = await from.owner.query<{ name: keyof DB }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id' order by 1`,
  );
  const decided = [...COMPANY_TABLE_NAMES, ...Object.keys(NOT_IN_COMPANY_FILE)];
  // What goes along by way of others has no workspace of its own.
  const without = ['workspaces', 'compliance_values'];
  expect(rows.map(({ name }) => name)).toEqual(decided.filter((name) => !without.includes(name)).sort());
});

describe('a company that is taken out, in and out again', () => {
  test('has a row at least in each table, and the same rows and files afterwards', async () => {
    const person = await addOwnerThere();
    const said = await takeIn(person, file);
    expect(said).toMatchObject({ companyName: 'Rao & Sons', signedBy: 'another', faults: [], again: false });
    const again = await takeOut(to, person, said.companyId ?? '');
    const [before, after] = [unzipSync(file), unzipSync(again)];
    const ids = new NewIds(await workspaceOf(said.companyId ?? ''));
    ids.set(rich.owner.userId, person.userId);
    for (const name of ['act', 'ecr', 'esi', 'field'] as const) ids.set(catalogues.from[name], catalogues.to[name]);
    const [one] = (await from.owner.query('select id from extensions')).rows;
    const [other] = (await to.owner.query('select id from extensions')).rows;
    ids.set(one.id, other.id);
    for (const table of COMPANY_TABLE_NAMES) {
      const path = `data/${table}.jsonl`;
      const was = readLines(before, path);
      expect(was.length, table).toBeGreaterThan(0);
      const expected = was.map((row) => expectRow(table, row, ids));
      const is = readLines(after, path).filter(
        (row) => row.what !== 'company-files.take-in' && row.what !== 'company-files.make',
      );
      expect(sorted(is), table).toEqual(sorted(expected.filter((row) => row.what !== 'company-files.make')));
    }
    const names = (files: Record<string, Uint8Array>) =>
      Object.keys(files)
        .filter((path) => path.startsWith('evidence/'))
        .map((path) => [path.split('/')[2], Buffer.from(files[path] ?? []).toString()])
        .sort();
    expect(names(before)).toHaveLength(4);
    expect(names(after)).toEqual(names(before));
    const people = readLines(before, 'people.jsonl').map((row) =>
      ids.inside({ id: row.id, firstName: row.firstName, email: row.email }),
    );
    expect(readLines(after, 'people.jsonl').map(({ id, firstName, email }) => ({ id, firstName, email }))).toEqual(
      expect.arrayContaining(people),
    );
  });

  test('is taken in once, however often its file is sent', async () => {
    const person = await addOwnerThere();
    const first = await takeIn(person, file);
    const counted = await countWorkspaces();
    const second = await takeIn(person, file);
    expect(second).toMatchObject({ again: true, companyId: first.companyId });
    expect(await countWorkspaces()).toEqual(counted);
  });

  test('says beforehand what would happen, and does nothing', async () => {
    const person = await addOwnerThere();
    const before = await countWorkspaces();
    const said = await takeIn(person, file, { dryRun: 'true' });
    expect(said).toMatchObject({ companyId: null, faults: [], people: 3, evidence: { files: 4 } });
    expect(said.rows).toMatchObject({ status_records: 3, events: 2 });
    expect(await countWorkspaces()).toEqual(before);
  });

  test('fills a company that has nothing recorded, and no other', async () => {
    const person = await addPerson(to.services, { role: 'premium', company: { employeeCount: 3, state: 'Delhi' } });
    const company = await companyOf(to.services, person);
    expect((await takeIn(person, file, { fill: 'true' }, company)).companyId).toBe(company);
    const { rows } = await to.owner.query('select employee_count, state from companies where id = $1', [company]);
    expect(rows).toEqual([{ employee_count: 20, state: 'Kerala' }]);
    await to.owner.query('delete from imported_companies where workspace_id = $1', [person.workspaceId]);
    const refused = await send(person, file, { fill: 'true' }, company);
    expect(failureOf(refused)).toEqual([400, expect.stringContaining('has something recorded already')]);
    const member = await addPerson(to.services);
    await join(to.services, member, person, { role: 'manager' });
    expect((await send(member, file, { fill: 'true' }, company)).statusCode).toBe(403);
  });

  test('comes with its activity, which says from where, and with names of people who have no account', async () => {
    const person = await addPerson(to.services, { role: 'premium' });
    const { companyId } = await takeIn(person, file);
    const url = '/api/activity';
    const answer = await to.call({ url, token: person.token, headers: { 'x-company': companyId ?? '' } });
    const { data, people } = answer.json();
    expect(data[0]).toMatchObject({ what: 'company-files.take-in', about: { name: 'Rao & Sons' } });
    expect(data.map(({ what }: { what: string }) => what)).toContain('checks.approve');
    expect(people.filter(({ name }: { name: string | null }) => name === null)).toEqual([]);
  });
});

describe('a complaint', () => {
  test('leaves with who is named at it alone, and stays out where nobody is', async () => {
    const text = Object.values(unzipSync(file))
      .map((bytes) => strFromU8(bytes))
      .join('\n');
    expect(text).toContain('Complaint of mine');
    expect(text).not.toContain('Complaint of theirs');
    expect(text).not.toContain('theirs.pdf');
    const stranger = await addPerson(to.services, { role: 'premium' });
    const said = await takeIn(stranger, file);
    expect(said.leftOut).toEqual(['Complaints that you are not named at']);
    const { rows } = await to.owner.query('select label from events where workspace_id = $1', [
      await workspaceOf(said.companyId ?? ''),
    ]);
    expect(rows).toEqual([{ label: 'A fall' }]);
  });
});

describe('a file that is not as it was made', () => {
  const key = generateKeyPairSync('ed25519');
  const publicKey = key.publicKey.export({ format: 'der', type: 'spki' });

  /** The same files with some changed, listed and signed again by somebody. */
  function forge(change: (files: Record<string, Uint8Array>, manifest: JsonObject) => object | undefined): Uint8Array {
    const files = unzipSync(file);
    const { signature: _, ...manifest } = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array()));
    delete files['manifest.json'];
    const changes = change(files, manifest) ?? {};
    const listed = Object.entries(files).map(([path, bytes]) => ({
      path,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }));
    const said = {
      ...manifest,
      files: listed,
      key: {
        publicKey: publicKey.toString('base64'),
        fingerprint: createHash('sha256').update(publicKey).digest('hex'),
      },
      ...changes,
    };
    const signature = sign(null, Buffer.from(canonicalJson(said)), key.privateKey).toString('base64');
    return zipSync({ ...files, 'manifest.json': strToU8(JSON.stringify({ ...said, signature })) });
  }

  function changeRows(table: string, change: (row: Row) => Row): Uint8Array {
    return forge((files) => {
      const path = `data/${table}.jsonl`;
      const rows = readLines(files, path).map((row) => `${JSON.stringify(change(row))}\n`);
      files[path] = strToU8(rows.join(''));
      return undefined;
    });
  }

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
    ['another version', () => forge(() => ({ format: 'anupalan.company.2' })), 'another version of Anupalan'],
    ['a newer table', () => forge(addTable), 'a newer version'],
    [
      'newer columns',
      () => forge((_files, { columns }) => ({ columns: { ...Object(columns), holidays: ['wish'] } })),
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
      'holidays that a company cannot have',
    ],
    ['evidence that is other', () => forge((files) => swapEvidence(files)), 'is not what was recorded of it'],
    [
      'unknown obligations',
      () => changeRows('exclusions', (row) => ({ ...row, compliance_item_id: randomUUID() })),
      'names 1 obligations or acts that it does not have',
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

  function alterManifest(): Uint8Array {
    const text = strFromU8(unzipSync(file)['manifest.json'] ?? new Uint8Array());
    return strToU8(text.replace('Rao & Sons', 'Rao & Daughters'));
  }

  function addTable(files: Record<string, Uint8Array>): undefined {
    files['data/wishes.jsonl'] = strToU8('');
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

test('taking out is the owner’s, in person, with a fresh sign-in; taking in is everybody’s for themselves', async () => {
  const call = (person: Partial<Person>, method: 'GET' | 'POST') =>
    from.call({
      method,
      url: '/api/exports/company',
      ...(person.token && { token: person.token }),
      headers: { 'x-company': rich.company },
    });
  expect((await call({}, 'POST')).statusCode).toBe(401);
  expect((await call(rich.member, 'POST')).statusCode).toBe(403);
  expect((await call(rich.member, 'GET')).statusCode).toBe(403);
  await from.owner.query(`update sessions set authenticated_at = now() - interval '1 hour' where user_id = $1`, [
    rich.owner.userId,
  ]);
  const stale = await call(rich.owner, 'POST');
  expect([stale.statusCode, stale.json().errors]).toEqual([403, { reauthenticate: expect.anything() }]);
  expect((await to.call({ ...formOf({}), url: '/api/imports/company' })).statusCode).toBe(401);
});

async function workspaceOf(company: string): Promise<string> {
  const { rows } = await to.owner.query('select workspace_id from companies where id = $1', [company]);
  return rows[0].workspace_id;
}

/** A row as it has to be in the other installation. */
function expectRow(table: string, row: Row, ids: NewIds): Row {
  const is = ids.inside(row);
  if (typeof is !== 'object' || is === null) throw new Error('A row is no object');
  const there: Row = { ...is };
  if (table === 'evidence') there.path = `evidence/${String(there.id)}/${String(row.path).split('/')[2]}`;
  if (table === 'assignments') {
    // Nobody but the owner is there yet: their work falls to the default, checking to the owner.
    const owner = ids.of(rich.owner.userId);
    there.checker_gone = there.checker_id !== null;
    for (const name of ['responsible_id', 'deputy_id', 'checker_id']) if (there[name] !== owner) there[name] = null;
  }
  if (table === 'checks' && row.outcome === null) {
    there.waits_for = null;
    there.reason = 'gone';
  }
  return there;
}

function sorted(rows: readonly Row[]): string[] {
  return rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))).sort();
}
