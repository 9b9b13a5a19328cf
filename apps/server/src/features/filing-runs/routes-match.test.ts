import { type FileMatch, matchFilingRun, recordFilingRun } from '@anupalan/contract/people/filing-runs';
import { addEvidence } from '@anupalan/contract/proof/evidence';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { formOf } from '../../../test/forms.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';

const NOW = Temporal.Instant.from('2026-12-10T09:00:00Z');
const DAY = '2026-12-15';

let server: TestApp;
let item: string;

beforeAll(async () => {
  server = await startTestApp({ now: () => NOW });
  const act_id = await addAct(server.services, { name: 'Provident Fund Act' });
  item = await addItem(server.services, { act_id, title: 'ECR', due_date: '2024-01-15', frequency: 'monthly' });
  await server.owner.query(`update compliance_items set registration = 'epf' where id = $1`, [item]);
});

afterAll(() => server.close());

let consultant: Person;
let owners: [Person, Person];
let ids: string[];

beforeEach(async () => {
  consultant = await addPerson(server.services, { role: 'premium' });
  const own = () => addPerson(server.services, { role: 'premium', company: { employeeCount: 20, state: 'Kerala' } });
  owners = [await own(), await own()];
  for (const owner of owners) await join(server.services, consultant, owner, { role: 'member' });
  ids = await Promise.all(owners.map((owner) => companyOf(server.services, owner)));
  await register(owners[0], 'MHBAN0012345000');
  await register(owners[1], 'BGBNG0098765000');
});

async function register({ token }: Person, number: string): Promise<string> {
  const payload = { kind: 'epf', number };
  const response = await server.call({ method: 'POST', url: '/api/registrations', token, payload });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data._id;
}

async function draw(...lines: string[]): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4' });
  for (const line of lines) document.text(line);
  document.end();
  return Buffer.concat(await Array.fromAsync(document));
}

async function stage(person: Person, name: string, bytes: Buffer, of?: string): Promise<string> {
  const { headers, ...form } = formOf({}, [{ field: 'file', name, bytes }]);
  const all = { ...headers, ...(of && { 'x-company': of }) };
  const response = await server.call({ ...form, url: '/api/evidence', token: person.token, headers: all });
  expect(response.statusCode, response.body).toBe(201);
  return addEvidence.answers[201].parse(response.json()).data._id;
}

function ask(person: Pick<Person, 'token'>, evidenceIds: readonly string[], itemId = item) {
  const payload = { itemId, forDate: DAY, evidenceIds };
  return server.call({ method: 'POST', url: '/api/compliance/run/match', token: person.token, payload });
}

async function match(person: Pick<Person, 'token'>, evidenceIds: readonly string[]): Promise<FileMatch[]> {
  const response = await ask(person, evidenceIds);
  expect(response.statusCode, response.body).toBe(200);
  return matchFilingRun.answers[200].parse(response.json()).data;
}

const november = (number: string) =>
  draw(`Establishment ${number}`, 'Wage month November 2026', 'TRRN : 3012411001234', 'Grand Total : 1,23,456.00');

describe('POST /compliance/run/match', () => {
  test('tells whose the files of a heap are, and why; what needs an eye comes first', async () => {
    const fine = await stage(consultant, 'a.pdf', await november('MH/BAN/0012345/000'));
    const late = await stage(consultant, 'b.pdf', await draw('BGBNG0098765000', 'Wage month October 2026'));
    const nobody = await stage(consultant, 'scan.pdf', await draw('Received with thanks'));
    const matches = await match(consultant, [fine, late, nobody]);
    expect(matches.map(({ evidenceId }) => evidenceId).toSorted()).toEqual([fine, late, nobody].toSorted());
    expect(matches.at(-1)).toEqual({
      evidenceId: fine,
      companyId: ids[0],
      registrationId: null,
      text: 'read',
      why: 'EPF code MHBAN0012345000 in its text',
      among: [],
      number: '3012411001234',
      amount: 123_456,
      day: null,
      mismatch: [],
      sameAs: [],
      sameElsewhere: [],
    });
    const of = (id: string) => matches.find(({ evidenceId }) => evidenceId === id);
    expect(of(late)).toMatchObject({ companyId: ids[1], mismatch: ['It is about October 2026'] });
    expect(of(nobody)).toMatchObject({ companyId: null, why: 'Neither its text nor its name says whose it is' });
  });

  test('fills in nothing that may be mistaken, and says what has to be looked at', async () => {
    const lines = ['MHBAN0012345000', 'Wage month November 2026'];
    const doubtful = await stage(consultant, 'a.pdf', await draw(...lines, 'Total : 1,000', 'Total : 2,000'));
    const twelve = await stage(
      consultant,
      'b.pdf',
      await draw(...lines, 'TRRN 3012411001234', 'Wage month October 2026', 'TRRN 3012411001235', 'Total : 5,000'),
    );
    const of = Map.groupBy(await match(consultant, [doubtful, twelve]), ({ evidenceId }) => evidenceId);
    const unsure = 'It could not be read for sure, so nothing of it is filled in';
    const nothing = { companyId: ids[0], number: null, amount: null, day: null };
    expect(of.get(doubtful)).toMatchObject([{ ...nothing, mismatch: [unsure] }]);
    expect(of.get(twelve)).toMatchObject([
      { ...nothing, mismatch: ['It names several months: October 2026, November 2026', unsure] },
    ]);
  });

  test('says which files are the same, in the heap and elsewhere', async () => {
    const bytes = await november('MHBAN0012345000');
    const one = await stage(consultant, 'a.pdf', bytes);
    const twin = await stage(consultant, 'copy.pdf', bytes);
    expect(await match(consultant, [one, twin])).toMatchObject([
      { sameAs: [twin], sameElsewhere: [] },
      { sameAs: [one], sameElsewhere: [] },
    ]);
    expect(await match(consultant, [one])).toMatchObject([{ sameAs: [], sameElsewhere: [{ _id: twin, title: '' }] }]);
  });

  test('a file that can not be read is known by its name, and holds up no other', async () => {
    const sick = await stage(consultant, 'MHBAN0012345000.pdf', await november('BGBNG0098765000'));
    const fine = await stage(consultant, 'a.pdf', await november('BGBNG0098765000'));
    const broken = await stage(consultant, 'BGBNG0098765000.pdf', await november('MHBAN0012345000'));
    const scan = await stage(consultant, 'c.pdf', await draw(' '));
    const ofFile = 'where id = (select file_id from evidence where id = $1)';
    await server.owner.query(`update files set verdict = 'infected' ${ofFile}`, [sick]);
    await server.owner.query('delete from file_parts where file_id = (select file_id from evidence where id = $1)', [
      broken,
    ]);
    const of = Map.groupBy(await match(consultant, [sick, fine, broken, scan]), ({ evidenceId }) => evidenceId);
    expect(of.get(sick)).toMatchObject([{ companyId: ids[0], number: null, text: 'infected' }]);
    expect(of.get(fine)).toMatchObject([{ companyId: ids[1], text: 'read' }]);
    expect(of.get(broken)).toMatchObject([{ companyId: ids[1], text: 'waiting' }]);
    expect(of.get(scan)).toMatchObject([{ text: 'none' }]);
  });

  test('records nothing, and a confirmed file goes with its row into its company', async () => {
    const id = await stage(consultant, 'a.pdf', await november('BGBNG0098765000'), ids[0]);
    expect(await match(consultant, [id])).toMatchObject([{ companyId: ids[1] }]);
    const count = async () => (await server.owner.query('select count(*)::int as n from status_records')).rows[0].n;
    const before = await count();
    const payload = {
      itemId: item,
      forDate: DAY,
      entries: [{ companyId: ids[1], status: 'done', number: '3012411001234', evidence: [id] }],
    };
    const url = '/api/compliance/run';
    const response = await server.call({ method: 'POST', url, token: consultant.token, payload });
    const [outcome] = recordFilingRun.answers[200].parse(response.json()).data;
    expect(outcome).toMatchObject({ outcome: 'recorded', row: { status: 'done', files: 1 } });
    expect(await count()).toBe(before + 1);
    const { rows } = await server.owner.query('select workspace_id, subject_kind from evidence where id = $1', [id]);
    expect(rows).toEqual([{ workspace_id: owners[1].workspaceId, subject_kind: 'record' }]);
    expect(await match(consultant, [id])).toEqual([]);
  });

  test('names the line of the number where a company has several', async () => {
    const second = await register(owners[0], 'TNMAS0054321000');
    const id = await stage(consultant, 'ECR_TNMAS0054321000_112026.pdf', await draw('Challan'));
    expect(await match(consultant, [id])).toMatchObject([
      { companyId: ids[0], registrationId: second, why: 'EPF code TNMAS0054321000 in its name', mismatch: [] },
    ]);
  });

  test('knows only the companies in which the caller records, and the files that the caller staged', async () => {
    const stranger = await addPerson(server.services, { company: { employeeCount: 20, state: 'Kerala' } });
    const theirs = await stage(stranger, 'a.pdf', await november('MHBAN0012345000'));
    expect(await match(stranger, [theirs])).toMatchObject([{ companyId: null, among: [] }]);
    expect(await match(consultant, [theirs])).toEqual([]);
    await server.owner.query(`update memberships set role = 'viewer' where workspace_id = $1 and user_id = $2`, [
      owners[0].workspaceId,
      consultant.userId,
    ]);
    const id = await stage(consultant, 'a.pdf', await november('MHBAN0012345000'), ids[1]);
    expect(await match(consultant, [id])).toMatchObject([{ companyId: null }]);
  });

  test('says what is missing', async () => {
    expect((await ask({ token: 'nonsense' }, [item])).statusCode).toBe(401);
    expect((await ask(consultant, [])).statusCode).toBe(400);
    expect(
      (
        await ask(
          consultant,
          Array.from({ length: 51 }, () => item),
        )
      ).statusCode,
    ).toBe(400);
    expect((await ask(consultant, [item], ids[0])).statusCode).toBe(404);
  });
});

test('a day of filing before the period is refused, for that company alone', async () => {
  const entries = ['1900-01-01', '2026-12-09'].map((filedOn, n) => ({ companyId: ids[n], status: 'done', filedOn }));
  const payload = { itemId: item, forDate: DAY, entries };
  const response = await server.call({ method: 'POST', url: '/api/compliance/run', token: consultant.token, payload });
  expect(response.json().data).toMatchObject([
    { outcome: 'refused', message: 'The day of filing must not be before 01/11/2026, when its period begins' },
    { outcome: 'recorded' },
  ]);
});
