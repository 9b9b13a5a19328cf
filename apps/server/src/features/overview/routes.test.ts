import type { Overview } from '@anupalan/contract/proof/overview';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { type OfficeWorld, startOfficeWorld } from '../applicability/office.fixture.ts';
import { addEvidenceOf } from '../exports/evidence.fixture.ts';

let world: OfficeWorld;
let owner: Person;
let company: string;

beforeAll(async () => {
  world = await startOfficeWorld();
  await world.server.owner.query(`update compliance_items set created_at = '2025-01-01'`);
});

beforeEach(async () => {
  owner = await addPerson(world.server.services, {
    role: 'premium',
    company: { employeeCount: 25, state: 'Karnataka' },
    since: '2025-02-10',
  });
  company = await companyOf(world.server.services, owner);
});

afterAll(() => world.server.close());

const get = (path: string, who?: Person) =>
  world.server.call({ url: `/api${path}`, headers: { 'x-company': company }, ...(who && { token: who.token }) });

async function overviewOf(who = owner): Promise<Overview> {
  const response = await get('/companies/overview', who);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

/** Records that an occurrence is done; `filing` as a filing run would have noted it. */
async function record(key: string, day: string, filing: object): Promise<void> {
  const item = await world.idOf(key);
  const body = { userId: owner.userId, status: 'done', forDate: day };
  const made = await world.call(owner, 'PATCH', `/compliance/data/${item}/status`, body);
  expect(made.statusCode, made.body).toBe(200);
  await world.server.owner.query(
    `update status_records set filing = $1 where workspace_id = $2 and compliance_item_id = $3 and day = $4`,
    [filing, owner.workspaceId, item, day],
  );
}

/** How many lines of the register stand how, from one day to another, and how many of the done ones have a file. */
async function countRegister(from: string, to: string) {
  const { body } = await get(`/exports/compliance?format=csv&from=${from}&to=${to}`, owner);
  const lines = body.trimEnd().split('\r\n').slice(1);
  const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length;
  const [onTime, late, overdue] = [count(/,"?On time"?,/), count(/,"?Late by \d+ days?"?,/), count(/,"?Overdue"?,/)];
  return { onTime, late, overdue, open: count(/,"?Open"?,/), files: count(/challan\.pdf/) };
}

test('its figures are those of the register, of the list of companies and of the report, to the unit', async () => {
  for (const month of ['06', '07', '08', '09', '10']) {
    const filedOn = `2026-${month}-${month === '09' ? '18' : '14'}T00:00:00.000Z`;
    await record('epf-ecr', `2026-${month}-15`, { filedOn });
  }
  await record('esi-contribution', '2026-11-15', { filedOn: '2026-11-14T00:00:00.000Z' });
  const item = await world.idOf('epf-ecr');
  for (const day of ['2026-06-15', '2026-09-15']) {
    const id = await addEvidenceOf(world.server, owner, { item, day, name: 'challan.pdf' });
    await world.server.owner.query(
      `update evidence set subject_id = (select id from status_records record
         where (record.workspace_id, record.compliance_item_id, record.day) = (evidence.workspace_id, $2, $3))
       where id = $1`,
      [id, item, day],
    );
  }
  await addStatusEntry(world.server.services, owner, { item, day: '2026-05-15', records: ['not-applicable'] });

  const overview = await overviewOf();
  const year = await countRegister('2025-11-21', '2026-11-20');
  expect(year.onTime).toBe(5);
  expect(year.late).toBe(1);
  expect(overview.onTime).toEqual({ done: year.onTime, of: year.onTime + year.late + year.overdue });
  expect(overview.closedWithEvidence).toEqual({ done: year.files, of: year.onTime + year.late });
  expect(overview.late.count).toBe(year.overdue);
  const month = await countRegister('2026-11-01', '2026-11-30');
  expect(overview.standing).toEqual({ settled: month.onTime, waiting: 0, late: month.overdue, open: month.open });
  const { data: report } = (await get('/companies/report', owner)).json();
  expect(overview.standing).toEqual(report.standing);
  const [listed] = (await get('/companies', owner)).json().data;
  expect(overview.onTime).toEqual(listed.onTime);
  expect(overview.closedWithEvidence).toEqual(listed.closedWithEvidence);
  expect(overview.months.find(({ month: of }) => of === '2026-09')?.onTime.done).toBe(0);
});

test('what is late and what comes is named, eight of each, and counted', async () => {
  const { late, next } = await overviewOf();
  expect(late.count).toBeGreaterThan(8);
  for (const part of [late, next]) {
    expect(part.count).toBeGreaterThan(4);
    expect(part.lines).toHaveLength(Math.min(part.count, 8));
    expect(part.lines.map(({ legal }) => legal)).toEqual(part.lines.map(({ legal }) => legal).toSorted());
  }
  expect(late.lines.every(({ legal }) => legal < '2026-11-21')).toBe(true);
  expect(next.lines.every(({ legal }) => legal >= '2026-11-21T00:00:00.000Z')).toBe(true);
});

test('duties of events count and are named; of a complaint there is nothing, whoever reads', async () => {
  owner = await world.addOffice();
  await world.server.owner.query(`update workspaces set created_at = '2026-11-20' where id = $1`, [owner.workspaceId]);
  company = await companyOf(world.server.services, owner);
  const record = async (form: object) => {
    const response = await world.call(owner, 'POST', '/events', { state: 'Karnataka', ...form });
    expect(response.statusCode, response.body).toBe(201);
  };
  const before = await overviewOf();
  await record({ kind: 'posh-complaint', label: 'Secret-1', happenedAt: '2026-10-02' });
  expect(await overviewOf()).toEqual(before);
  await record({ kind: 'joins', label: 'Lathe-7', happenedAt: '2026-11-02' });
  const after = await overviewOf();
  expect(after.late.count).toBeGreaterThan(before.late.count);
  expect(after.late.lines.filter(({ title }) => title.endsWith(', Lathe-7')).length).toBeGreaterThan(0);
  const { rawPayload } = await get('/companies/overview/pdf', owner);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true });
  expect([text.includes('Lathe-7'), text.includes('Secret-1')]).toEqual([true, false]);
});

describe('what lateness cost', () => {
  test('is reckoned with the amount of the record, else of the newest one that has one', async () => {
    await record('epf-ecr', '2026-09-15', { filedOn: '2026-10-15T00:00:00.000Z', amount: 100_000 });
    const { lateCost } = await overviewOf();
    const ofEcr = lateCost.lines.filter(({ title }) => /ECR/i.test(title));
    // 12 % a year for 30 days, then 37, and 1 % for each month begun, which the source doesn't count out.
    expect(ofEcr.find(({ day }) => day.startsWith('2026-09-15'))).toMatchObject({ amount: 1_986.3, estimate: true });
    const open = ofEcr.find(({ day }) => day.startsWith('2026-10-15'));
    expect(open).toMatchObject({ settledOn: null, estimate: true, amount: 3_216.44 });
    expect(lateCost.total).toBeGreaterThan(3_986.3);
  });

  test('counts months before the company was tracked that were recorded, which are in no share', async () => {
    const query = (text: string, values: unknown[]) => world.server.owner.query(text, values);
    await query(`update workspaces set created_at = '2026-11-21' where id = $1`, [owner.workspaceId]);
    const before = await overviewOf();
    expect(before.lateCost).toEqual({ total: null, estimate: false, count: 0, unknown: 0, lines: [] });
    for (const month of ['09', '10']) {
      await record('epf-ecr', `2026-${month}-15`, { filedOn: '2026-11-20T00:00:00.000Z', amount: 62_500 });
    }
    await record('epf-ecr', '2026-11-15', { amount: 62_500 });
    await query(
      `update status_entries set settled_at = '2026-11-20T19:00:00Z' where workspace_id = $1 and day = '2026-11-15'`,
      [owner.workspaceId],
    );
    const { lateCost, ...figures } = await overviewOf();
    expect((await countRegister('2026-09-01', '2026-11-15')).late).toBe(3);
    // 12 % and 1 % a month for 66, 36 and, as nobody said when it was filed, 6 days until it was recorded.
    expect(lateCost.lines.map(({ day, amount }) => [day.slice(0, 10), amount])).toEqual([
      ['2026-09-15', 3_231.16],
      ['2026-10-15', 1_989.73],
      ['2026-11-15', 748.29],
    ]);
    expect(lateCost).toMatchObject({ count: 3, total: 5_969.18, unknown: 0 });
    expect([figures.onTime, figures.closedWithEvidence]).toEqual([before.onTime, before.closedWithEvidence]);
  });

  test('says where a part isn’t known, and is nothing where nothing has a price', async () => {
    const { lateCost } = await overviewOf();
    expect(lateCost.unknown).toBeGreaterThan(0);
    expect(lateCost.lines.find(({ title }) => /ECR/i.test(title))?.amount ?? null).toBeNull();
    // A fee that is nothing so far is no price beside a part that nobody knows.
    expect(lateCost.lines.filter(({ amount }) => amount === 0)).toEqual([]);
    expect(lateCost.total).not.toBe(0);
    const fresh = await addPerson(world.server.services, {
      company: { employeeCount: 5, state: 'Kerala' },
      since: '2026-11-20',
    });
    const response = await world.server.call({ url: '/api/companies/overview', token: fresh.token });
    expect(response.json().data.lateCost).toEqual({ total: null, estimate: false, count: 0, unknown: 0, lines: [] });
  });
});

test('the PDF has one page with the same', async () => {
  const { onTime, companyName } = await overviewOf();
  const response = await get('/companies/overview/pdf', owner);
  expect(response.headers['content-type']).toBe('application/pdf');
  expect(response.headers['content-disposition']).toBe('attachment; filename="overview-2026-11-21.pdf"');
  const pdf = await getDocumentProxy(new Uint8Array(response.rawPayload));
  expect(pdf.numPages).toBe(1);
  const { text } = await extractText(pdf, { mergePages: true });
  for (const words of [companyName, `${onTime.done} of ${onTime.of}`, 'Closed with evidence', 'as of 21/11/2026']) {
    expect(text).toContain(words);
  }
  const { children = [] } = (await (await pdf.getPage(1)).getStructTree()) ?? {};
  const roles = children.map((child) => ('role' in child ? child.role : ''));
  expect([roles.slice(0, 3), roles.filter((role) => role === 'H2').length]).toEqual([['P', 'H1', 'P'], 6]);
});

test('it is mailed with the PDF, to each address by itself, in the name of who sends it', async () => {
  world.server.enqueued.length = 0;
  const payload = { to: ['one@example.in', 'two@example.in'], message: 'As promised' };
  const send = (who: Person) =>
    world.server.call({
      ...{ method: 'POST', url: '/api/companies/overview/mail', token: who.token, payload },
      headers: { 'x-company': company },
    });
  const response = await send(owner);
  expect([response.statusCode, response.json().message]).toEqual([200, 'The overview was mailed to 2 addresses']);
  const mails = world.server.enqueued.filter(({ queue }) => queue === 'deliver-mail').map(({ data }) => data as Mail);
  expect(mails.map(({ to }) => to)).toEqual(payload.to);
  expect(mails[0]).toMatchObject({
    replyTo: `${owner.userId}@example.in`,
    text: expect.stringContaining('As promised'),
  });
  const { name, mediaType, base64 = '' } = mails[0]?.attachment ?? {};
  expect([name, mediaType]).toEqual(['overview-2026-11-21.pdf', 'application/pdf']);
  expect(Buffer.from(base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  const viewer = await addPerson(world.server.services);
  await join(world.server.services, viewer, owner, { role: 'viewer', until: '2099-12-31' });
  expect((await send(viewer)).statusCode).toBe(403);
});

test('who has mailed too many is told so of overviews', async () => {
  for (let n = 0; n < 200; n++) await world.server.services.reportLimits.premium.spend(owner.userId);
  const response = await world.server.call({
    ...{ method: 'POST', url: '/api/companies/overview/mail', token: owner.token, payload: { to: ['one@example.in'] } },
    headers: { 'x-company': company },
  });
  expect([response.statusCode, response.json().message]).toEqual([
    429,
    'You can mail overviews to 200 addresses a day. Please try again tomorrow.',
  ]);
});

describe('who reads it', () => {
  test('nobody who isn’t signed in or in the company', async () => {
    const stranger = await addPerson(world.server.services, { company: { employeeCount: 5, state: 'Kerala' } });
    for (const path of ['/companies/overview', '/companies/overview/pdf']) {
      expect((await get(path)).statusCode).toBe(401);
      expect((await get(path, stranger)).statusCode).toBe(403);
    }
  });

  test('a viewer, of their acts and days', async () => {
    const viewer = await addPerson(world.server.services);
    const { rows } = await world.server.owner.query('select act_id from compliance_items where id = $1', [
      await world.idOf('epf-ecr'),
    ]);
    const scope = { acts: [rows[0].act_id], from_day: '2026-09-01', to_day: '2026-10-31' };
    await join(world.server.services, viewer, owner, { role: 'viewer', until: '2099-12-31', ...scope });
    const { late, next, standing } = await overviewOf(viewer);
    expect(new Set(late.lines.map(({ act }) => act)).size).toBe(1);
    expect(late.lines.every(({ day }) => day >= '2026-09-01' && day < '2026-11-01')).toBe(true);
    expect([next.count, standing.open]).toEqual([0, 0]);
  });
});
