import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Pack } from '@anupalan/contract/proof/packs';
import { strFromU8, unzipSync } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { addEvidenceOf } from '../exports/evidence.fixture.ts';
import { makeFiles } from '../prepared-files/make-files.ts';
import { createPackMaker } from './pack-maker.ts';

let server: TestApp;
let pf: string;
let esi: string;
let ecr: string;
let challan: string;

beforeAll(async () => {
  server = await startTestApp({ now: () => Temporal.Instant.from('2026-11-22T09:00:00Z') });
  const { services } = server;
  pf = await addAct(services, { name: 'Provident Fund / Act' });
  esi = await addAct(services, { name: 'Insurance Act' });
  const since = { created_at: '2025-01-01', frequency: 'monthly' } as const;
  ecr = await addItem(services, { act_id: pf, title: 'ECR', due_date: '2024-01-15', ...since });
  challan = await addItem(services, { act_id: esi, title: 'Challan', due_date: '2024-01-25', ...since });
});

afterAll(() => server.close());

let owner: Person;
let company: string;

beforeEach(async () => {
  owner = await addPerson(server.services, { role: 'premium', company: { employeeCount: 20, state: 'Kerala' } });
  company = await companyOf(server.services, owner);
});

const call = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, by = owner) =>
  server.call({
    method,
    url: `/api${url}`,
    token: by.token,
    headers: { 'x-company': company },
    ...(payload && { payload }),
  });

const PERIOD = { from: '2026-09-01', to: '2026-11-30' };

const record = (item: string, day: string, note = '') =>
  call('PATCH', `/compliance/data/${item}/status`, { userId: owner.userId, status: 'done', forDate: day, note });

const Manifest = z.object({
  files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string(), evidence: z.string().optional() })),
  missing: z.array(z.object({ path: z.string(), sha256: z.string() })),
  register: z.object({ lines: z.number(), gaps: z.number() }),
});

/** Asks for a pack, has it made and fetches it. */
async function make(wanted: object = PERIOD) {
  const asked = await call('POST', '/packs', wanted);
  expect(asked.statusCode, asked.body).toBe(201);
  const { _id: id } = Pack.parse(asked.json().data);
  await makeFiles(server.services, {
    makers: [createPackMaker(server.services)],
    heldSeconds: 30,
    isStopping: () => false,
  });
  const made = Pack.parse((await call('GET', `/packs/${id}`)).json().data);
  expect(made.state, made.fault ?? '').toBe('ready');
  const { address } = (await call('POST', `/packs/${id}/address`)).json().data;
  const zip = await server.call({ url: new URL(address).pathname });
  const files = unzipSync(new Uint8Array(zip.rawPayload));
  const manifest = Manifest.parse(JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())));
  return { id, made, zip, files, manifest, register: await readRegister(files['register.xlsx'] ?? new Uint8Array()) };
}

/** The lines of a register: act, obligation, due day, standing. */
async function readRegister(bytes: Uint8Array): Promise<string[]> {
  const [sheet] = (await readXlsx(bytes)).sheets;
  const [titles = [], ...rows] = sheet?.rows ?? [];
  const at = ['Act', 'Obligation', 'Due', 'Standing'].map((title) => titles.indexOf(title));
  return rows.map((row) =>
    at.map((n) => (row[n] instanceof Date ? row[n].toISOString().slice(0, 10) : row[n])).join(' | '),
  );
}

describe('a pack', () => {
  test('has the register, gaps first, the evidence, the activity, and the hash of all of it', async () => {
    await record(ecr, '2026-09-15', 'Filed at noon');
    await record(ecr, '2026-10-15');
    const id = await addEvidenceOf(server, owner, { item: ecr, day: '2026-09-15', name: '../challan?.pdf' });
    await addEvidenceOf(server, owner, { item: ecr, day: '2026-09-15', name: '.. challan_.PDF' });
    await addEvidenceOf(server, owner, { item: ecr, day: '2026-08-15', name: 'before.pdf' });
    await addEvidenceOf(server, owner, { item: challan, day: '2026-10-02', name: 'paid.pdf', kind: 'payment-date' });
    const { files, manifest, register, made, zip } = await make();
    expect(zip.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringContaining('inspection-pack-2026-09-01-to-2026-11-30.zip'),
    });
    expect(made.progress).toEqual({ done: made.progress.of, of: expect.any(Number) });
    expect(register).toEqual(
      [
        'Missing: Provident Fund / Act | ECR | 2026-11-15 | Overdue',
        'Missing: Insurance Act | Challan | 2026-09-25 | Overdue',
        'Missing: Insurance Act | Challan | 2026-10-25 | Overdue',
        'Provident Fund / Act | ECR | 2026-09-15 | Late by 69 days',
        'Provident Fund / Act | ECR | 2026-10-15 | Late by 39 days',
        'Insurance Act | Challan | 2026-11-25 | Open',
      ]
        .map((line) => line.replace(/Late by \d+ days/, 'late'))
        .map((line) => expect.stringContaining(line.replace('late', 'Late by'))),
    );
    const evidence = 'evidence/Provident Fund _ Act/ECR 2026-09-15';
    expect(Object.keys(files).sort()).toEqual(
      [
        ...['READ ME.txt', `${evidence}/_challan_.pdf`, `${evidence}/challan_.PDF`],
        ...['evidence/Insurance Act/Challan paid 2026-10-02/paid.pdf', 'manifest.json', 'proof/activity.jsonl'],
        ...['register.pdf', 'register.xlsx'],
      ].sort(),
    );
    for (const { path: name, size, sha256 } of manifest.files) {
      const bytes = files[name] ?? new Uint8Array();
      expect([name, size, sha256]).toEqual([name, bytes.length, createHash('sha256').update(bytes).digest('hex')]);
    }
    expect(manifest.files.map(({ path: name }) => name).sort()).toEqual(
      Object.keys(files)
        .filter((name) => name !== 'manifest.json')
        .sort(),
    );
    expect(manifest.files.find(({ evidence: of }) => of === id)?.path).toBe(`${evidence}/_challan_.pdf`);
    expect(manifest.register).toEqual({ lines: 6, gaps: 3 });
    const pdf = await getDocumentProxy(files['register.pdf'] ?? new Uint8Array());
    const { text } = await extractText(pdf, { mergePages: true });
    expect(text).toContain('3 of 6 lines, listed first');
    expect(text).toContain('Filed at noon');
    const activity = strFromU8(files['proof/activity.jsonl'] ?? new Uint8Array());
    expect(activity).toContain('Filed at noon');
  });

  test('is what `npm run verify` finds nothing wrong with', async () => {
    await record(ecr, '2026-09-15');
    await addEvidenceOf(server, owner, { item: ecr, day: '2026-09-15', name: 'चालान.pdf' });
    const { zip } = await make();
    const folder = await mkdtemp(path.join(tmpdir(), 'pack-'));
    try {
      const file = path.join(folder, 'pack.zip');
      await writeFile(file, zip.rawPayload);
      const script = path.join(import.meta.dirname, '../../../../../scripts/verify.mjs');
      const { stdout } = await promisify(execFile)(process.execPath, [script, file]);
      expect(stdout).toContain('agrees with itself only');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('is of some acts alone, or of an authority', async () => {
    await addEvidenceOf(server, owner, { item: ecr, day: '2026-09-15', name: 'challan.pdf' });
    const { register, files, made } = await make({ ...PERIOD, acts: [esi] });
    expect(register.filter((line) => line.includes('ECR'))).toEqual([]);
    expect(Object.keys(files).filter((name) => name.startsWith('evidence'))).toEqual([]);
    expect(made.acts).toEqual([{ _id: esi, name: 'Insurance Act' }]);
    await server.owner.query(
      `with field as (
         insert into compliance_fields (id, name, position, access_level)
         values (gen_random_uuid(), 'Authority', 99, 'premium') returning id)
       insert into compliance_values (compliance_item_id, compliance_field_id, text) select $1, id, 'EPFO, Pune' from field`,
      [ecr],
    );
    const ofAuthority = await make({ ...PERIOD, authority: 'epfo' });
    expect(ofAuthority.register.every((line) => line.includes('ECR'))).toBe(true);
    expect(ofAuthority.register).toHaveLength(3);
  });

  test('says which files it lacks', async () => {
    const id = await addEvidenceOf(server, owner, { item: ecr, day: '2026-09-15', name: 'gone.pdf' });
    await server.owner.query(
      `update files set verdict = 'waiting' from evidence where file_id = files.id and evidence.id = $1`,
      [id],
    );
    const { manifest, files } = await make();
    const name = 'evidence/Provident Fund _ Act/ECR 2026-09-15/gone.pdf';
    expect(manifest.missing).toEqual([{ path: name, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(strFromU8(files['READ ME.txt'] ?? new Uint8Array())).toContain(name);
  });

  test('of a free company has no notes', async () => {
    owner = await addPerson(server.services, { company: { employeeCount: 20, state: 'Kerala' } });
    company = await companyOf(server.services, owner);
    await record(ecr, '2026-09-15');
    await server.owner.query(`update status_records set note = 'Secret' where workspace_id = $1`, [owner.workspaceId]);
    const { files, zip } = await make();
    expect(strFromU8(files['proof/activity.jsonl'] ?? new Uint8Array())).not.toContain('Secret');
    expect(await readXlsx(files['register.xlsx'] ?? new Uint8Array()).then(JSON.stringify)).not.toContain('Secret');
    expect(zip.statusCode).toBe(200);
    const refused = await call('POST', '/packs', { ...PERIOD, authority: 'EPFO' });
    expect(refused.json()).toMatchObject({ errors: { authority: expect.stringContaining('part of Premium') } });
  });

  test('is told in the activity', async () => {
    await make();
    const { data } = (await call('GET', '/activity?what=packs')).json();
    expect(data.map(({ what }: { what: string }) => what)).toEqual(['packs.fetch', 'packs.make']);
  });
});

describe('whoever asks', () => {
  test.each([
    [{ to: '2026-11-30' }, { from: 'Please choose the first day' }],
    [{ from: '2026-11-30', to: '2026-11-01' }, { to: 'The last day must not be before the first' }],
    [{ from: '2006-11-30', to: '2026-11-01' }, { to: 'A pack covers at most 10 years' }],
    [{ ...PERIOD, acts: ['x'] }, { acts: 'Act must be an id' }],
  ])('hears of %j what is wrong', async (wanted, errors) => {
    const refused = await call('POST', '/packs', wanted);
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors).toMatchObject(errors);
  });

  test('is a manager of the company, also of a frozen one; each sees the packs of all', async () => {
    expect((await server.call({ method: 'POST', url: '/api/packs', payload: PERIOD })).statusCode).toBe(401);
    const manager = await addPerson(server.services);
    await join(server.services, manager, owner, { role: 'manager' });
    const member = await addPerson(server.services);
    await join(server.services, member, owner, { role: 'member' });
    const { id } = await make();
    expect((await call('GET', `/packs/${id}`, undefined, manager)).statusCode).toBe(200);
    expect((await call('GET', '/packs', undefined, manager)).json().data).toHaveLength(1);
    for (const url of ['/packs', `/packs/${id}`])
      expect((await call('GET', url, undefined, member)).statusCode).toBe(403);
    expect((await call('POST', '/packs', PERIOD, member)).statusCode).toBe(403);
    await server.owner.query(
      `with gone as (delete from memberships where workspace_id = $1 and role = 'owner')
       update workspaces set frozen_from = now() - interval '1 day' where id = $1`,
      [owner.workspaceId],
    );
    expect((await call('POST', '/packs', PERIOD, manager)).statusCode).toBe(201);
    expect((await call('POST', '/packs', PERIOD, manager)).json()).toMatchObject({
      message: 'One is being made already. Please wait until it is ready.',
    });
    const stranger = await addPerson(server.services, {
      role: 'premium',
      company: { employeeCount: 20, state: 'Goa' },
    });
    expect((await server.call({ url: `/api/packs/${id}`, token: stranger.token })).statusCode).toBe(404);
  });
});
