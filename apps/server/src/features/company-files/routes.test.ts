import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { formOf } from '../../../test/forms.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import {
  addOwnerThere,
  beginWithTwo,
  catalogues,
  countWorkspaces,
  file,
  from,
  type Row,
  readLines,
  rich,
  send,
  takeIn,
  takeOut,
  to,
  workspaceOf,
} from './company-file-calls.fixture.ts';
import { NewIds } from './placing/new-ids.ts';
import { addRichCompany } from './rich-company.fixture.ts';
import { COMPANY_TABLE_NAMES } from './tables/company-tables.ts';
import { NOT_IN_COMPANY_FILE } from './tables/rules-not-in-file.ts';

beginWithTwo();

test('every table with rows of a company leaves, or there is a reason why not', async () => {
  const { rows } = await from.owner.query<{ name: keyof DB }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id' order by 1`,
  );
  const decided = [...COMPANY_TABLE_NAMES, ...Object.keys(NOT_IN_COMPANY_FILE)];
  // What goes along by way of others has no workspace of its own.
  const without = ['workspaces'];
  expect(rows.map(({ name }) => name)).toEqual(decided.filter((name) => !without.includes(name)).sort());
});

describe('a company that is taken out, in and out again', () => {
  test('has a row at least in each table, and the same rows and files afterwards', async () => {
    const person = await addOwnerThere();
    const said = await takeIn(person, file);
    expect(said).toMatchObject({ companyName: 'Rao & Sons', signedBy: 'another', faults: [], again: false });
    const again = await takeOut(to, person, said.companyId ?? '');
    const [before, after] = [unzipSync(file), unzipSync(again)];
    const ids = await idsIn(said.companyId ?? '', person.userId);
    for (const table of COMPANY_TABLE_NAMES) {
      const path = `data/${table}.jsonl`;
      const was = readLines(before, path);
      expect(was.length, table).toBeGreaterThan(0);
      const expected = was.map((row) => expectRow(table, row, ids));
      const is = readLines(after, path).filter(
        (row) => row.what !== 'company-files.take-in' && row.what !== 'company-files.make',
      );
      if (table === 'invitation_drafts') {
        // Who was in the company is noted beside who was noted before.
        expect(is).toHaveLength(3);
        expect(sorted(is)).toEqual(expect.arrayContaining(sorted(expected)));
        continue;
      }
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
      inside(ids, { id: row.id, firstName: row.firstName, email: row.email }),
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

  test('is known again for a day also where it took the last room, as on the free plan', async () => {
    const person = await addOwnerThere();
    const { companyId } = await takeIn(person, file);
    await to.owner.query(`update users set role = 'user' where id = $1`, [person.userId]);
    expect(await takeIn(person, file)).toMatchObject({ again: true, companyId });
    await to.owner.query(`update imported_companies set imported_at = now() - interval '25 hours'`);
    expect((await send(person, file)).statusCode).toBe(409);
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
    const counted = await countWorkspaces();
    expect(await takeIn(person, file, { fill: 'true' }, company)).toMatchObject({ again: true, companyId: company });
    expect(await countWorkspaces()).toEqual(counted);
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

  test('histories have the names of who recorded and checked without an account', async () => {
    const person = await addPerson(to.services, { role: 'premium' });
    const { companyId } = await takeIn(person, file);
    const call = (path: string, { token }: Partial<Person> = person) =>
      to.call({ url: `/api${path}`, ...(token && { token }), headers: { 'x-company': companyId ?? '' } });
    const { ecr } = catalogues.to;
    const { people, records } = (await call(`/imports/company/people?item=${ecr}`)).json().data;
    const { data } = (await call('/compliance/data?from=2026-01-01&to=2027-01-01')).json();
    const { statusHistory } = data.find(({ _id }: { _id: string }) => _id === ecr);
    const names = new Map(people.map(({ _id, name }: { _id: string; name: string }) => [_id, name]));
    const recorders = new Map(records.map(({ record, by }: { record: string; by: string }) => [record, names.get(by)]));
    const told = statusHistory.flatMap(({ history }: { history: Row[] }) =>
      history.map(({ _id, status, checkedBy }) => [status, recorders.get(_id), checkedBy && names.get(checkedBy)]),
    );
    expect(told).toEqual(
      expect.arrayContaining([
        ['done', expect.any(String), expect.any(String)],
        ['NOTE', expect.any(String), undefined],
      ]),
    );
    expect((await call('/imports/company/people', {})).statusCode).toBe(401);
    const stranger = await addPerson(to.services);
    expect((await call('/imports/company/people', stranger)).statusCode).toBe(403);
  });

  test('one of a person comes at a time', async () => {
    const person = await addPerson(to.services, { role: 'premium' });
    const both = await Promise.all([send(person, file, { dryRun: 'true' }), send(person, file, { dryRun: 'true' })]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 429]);
    expect((await takeIn(person, file, { dryRun: 'true' })).faults).toEqual([]);
  });
});

test('on the free plan the newest of each occurrence and each duty leaves, without notes', async () => {
  const { owner, company } = await addRichCompany(from, catalogues.from);
  await from.owner.query(
    `insert into event_duty_records (workspace_id, id, duty_id, status, note, updated_by, created_at)
     select workspace_id, uuidv7(), id, 'pending', 'Opened again', $2, now() from event_duties where workspace_id = $1`,
    [owner.workspaceId, owner.userId],
  );
  // What entries and duties say of a check that waits, or came back.
  const said = `jsonb_build_object('_id', uuidv7(), 'status', 'done', 'note', 'Words of a check', 'updatedBy', '${owner.userId}',
    'createdAt', '2026-11-15T08:30:00.000Z')`;
  const back = `${said} || jsonb_build_object('reason', 'Words of a return', 'returnedBy', '${owner.userId}',
    'returnedAt', '2026-11-15T08:30:00.000Z')`;
  await from.owner.query(`
    update status_entries set lines = (select jsonb_object_agg(key, line || jsonb_build_object('checking', ${back}))
      from jsonb_each(lines) as each (key, line)) where workspace_id = '${owner.workspaceId}' and lines is not null;
    update event_duties set checking = ${said} where workspace_id = '${owner.workspaceId}'`);
  await from.owner.query(`update users set role = 'user' where id = $1`, [owner.userId]);
  const bytes = await takeOut(from, owner, company);
  const files = unzipSync(bytes);
  const pick = (table: string, column: string) =>
    readLines(files, `data/${table}.jsonl`).map((row) => [row[column], row.note]);
  expect(pick('status_records', 'status')).toEqual([
    ['done', ''],
    ['done', ''],
  ]);
  expect(pick('event_duty_records', 'status')).toEqual([
    ['pending', ''],
    ['pending', ''],
  ]);
  expect(new Set(pick('checks', 'outcome').map(([outcome]) => outcome))).toEqual(new Set([null]));
  const text = COMPANY_TABLE_NAMES.map((name) => strFromU8(files[`data/${name}.jsonl`] ?? new Uint8Array())).join();
  expect(text).toContain('"checking":{');
  expect(text).not.toMatch(/Words of a|Please look|Filed at noon|Told about|Seen/);
  const person = await addPerson(to.services, { role: 'premium' });
  expect((await takeIn(person, bytes)).faults).toEqual([]);
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

/** What an id of the file is in a company that it was taken in as. */
type Ids = (id: string) => string;

async function idsIn(company: string, userId: string): Promise<Ids> {
  const known = new Map([[rich.owner.userId, userId]]);
  for (const name of ['act', 'ecr', 'esi', 'field'] as const) known.set(catalogues.from[name], catalogues.to[name]);
  const [one] = (await from.owner.query('select id from extensions')).rows;
  const [other] = (await to.owner.query('select id from extensions')).rows;
  known.set(one.id, other.id);
  const place = { workspaceId: await workspaceOf(company), found: new Map(), selves: new Set<string>(), userId };
  const ids = new NewIds({ ...place, company: null });
  return (id) => known.get(id) ?? ids.of(id);
}

/** A value with all ids in it as they are there, also those that are keys. */
function inside(ids: Ids, value: unknown): unknown {
  if (typeof value === 'string') return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? ids(value) : value;
  if (Array.isArray(value)) return value.map((inner) => inside(ids, inner));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [String(inside(ids, key)), inside(ids, inner)]),
  );
}

/** A row as it has to be in the other installation. */
function expectRow(table: string, row: Row, ids: Ids): Row {
  const is = inside(ids, row);
  if (typeof is !== 'object' || is === null) throw new Error('A row is no object');
  const there: Row = { ...is };
  if (table === 'evidence') there.path = `evidence/${String(there.id)}/${String(row.path).split('/')[2]}`;
  if (table === 'assignments') {
    // Nobody but the owner is there yet: their work falls to the default, checking to the owner.
    const owner = ids(rich.owner.userId);
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
