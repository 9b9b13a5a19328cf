import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { strFromU8 } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson, join } from '../../../test/people.ts';
import { addEvidenceOf } from '../exports/evidence.fixture.ts';
import { RegisterWorld } from '../exports/register-world.fixture.ts';
import { makePack, PERIOD } from './make-pack.fixture.ts';

let world: RegisterWorld;

beforeAll(async () => {
  world = await RegisterWorld.start({ act: 'Provident Fund / Act' });
});

afterAll(() => world.server.close());

beforeEach(() => world.begin());

const make = (wanted?: object) => makePack(world, wanted);

describe('a pack', () => {
  test('has the register, gaps first, the evidence, the activity, and the hash of all of it', async () => {
    await world.record(world.ecr, '2026-09-15', { note: 'Filed at noon' });
    await world.record(world.ecr, '2026-10-15');
    const id = await addEvidenceOf(world.server, world.owner, {
      item: world.ecr,
      day: '2026-09-15',
      name: '../challan?.pdf',
    });
    await addEvidenceOf(world.server, world.owner, { item: world.ecr, day: '2026-09-15', name: '.. challan_.PDF' });
    await addEvidenceOf(world.server, world.owner, { item: world.ecr, day: '2026-08-15', name: 'before.pdf' });
    await addEvidenceOf(world.server, world.owner, {
      item: world.challan,
      day: '2026-10-02',
      name: 'paid.pdf',
      kind: 'payment-date',
    });
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
    await world.record(world.ecr, '2026-09-15');
    await addEvidenceOf(world.server, world.owner, { item: world.ecr, day: '2026-09-15', name: 'चालान.pdf' });
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
    await addEvidenceOf(world.server, world.owner, { item: world.ecr, day: '2026-09-15', name: 'challan.pdf' });
    const { register, files, made } = await make({ ...PERIOD, acts: [world.esi] });
    expect(register.filter((line) => line.includes('ECR'))).toEqual([]);
    expect(Object.keys(files).filter((name) => name.startsWith('evidence'))).toEqual([]);
    expect(made.acts).toEqual([{ _id: world.esi, name: 'Insurance Act' }]);
    await world.server.owner.query(
      `with field as (
         insert into compliance_fields (id, name, position, access_level)
         values (gen_random_uuid(), 'Authority', 99, 'premium') returning id)
       insert into compliance_values (compliance_item_id, compliance_field_id, text) select $1, id, 'EPFO, Pune' from field`,
      [world.ecr],
    );
    const ofAuthority = await make({ ...PERIOD, authority: 'epfo' });
    expect(ofAuthority.register.every((line) => line.includes('ECR'))).toBe(true);
    expect(ofAuthority.register).toHaveLength(3);
  });

  test('keeps what is recorded of an obligation that is said not to apply, and says so', async () => {
    await world.record(world.ecr, '2026-09-15');
    await addEvidenceOf(world.server, world.owner, { item: world.ecr, day: '2026-09-15', name: 'challan.pdf' });
    const paid = { item: world.ecr, day: '2026-09-14', name: 'paid.pdf', kind: 'payment-date' } as const;
    await addEvidenceOf(world.server, world.owner, paid);
    expect((await make()).manifest.register).toEqual({ lines: 6, gaps: 4 });
    for (const item of [world.ecr, world.challan]) {
      const said = { userId: world.owner.userId, reason: 'We closed the works' };
      expect((await world.call('PUT', `/compliance/data/${item}/does-not-apply`, said)).statusCode).toBe(200);
    }
    await world.server.owner.query(`update exclusions set created_at = '2026-10-20' where workspace_id = $1`, [
      world.owner.workspaceId,
    ]);
    const { files, manifest, register, textOf } = await make();
    expect(register).toEqual([
      expect.stringMatching(/^Provident Fund . Act \| ECR \| 2026-09-15 \| Does not apply \(late by \d+ days\)$/),
      'Provident Fund / Act | ECR | 2026-10-15 | Does not apply (overdue)',
    ]);
    expect(manifest.register).toEqual({ lines: 2, gaps: 0 });
    expect(Object.keys(files).filter((name) => name.startsWith('evidence/'))).toEqual([
      'evidence/Provident Fund _ Act/ECR 2026-09-15/challan.pdf',
      'evidence/Provident Fund _ Act/ECR paid 2026-09-14/paid.pdf',
    ]);
    const words = 'since 20/10/2026, by Asha Rao: We closed the works';
    const pdf = await getDocumentProxy(files['register.pdf'] ?? new Uint8Array());
    const { text } = await extractText(pdf, { mergePages: true });
    for (const told of [text.replace(/\s+/g, ' '), textOf('READ ME.txt')]) {
      expect(told).toContain('Said not to apply: since, by whom, why');
      expect(told).toContain(`ECR (Provident Fund / Act): ${words}`);
      expect(told).toContain(`Challan (Insurance Act): ${words}`);
    }
  });

  test('says which files it lacks', async () => {
    const id = await addEvidenceOf(world.server, world.owner, { item: world.ecr, day: '2026-09-15', name: 'gone.pdf' });
    await world.server.owner.query(
      `update files set verdict = 'waiting' from evidence where file_id = files.id and evidence.id = $1`,
      [id],
    );
    const { manifest, files } = await make();
    const name = 'evidence/Provident Fund _ Act/ECR 2026-09-15/gone.pdf';
    expect(manifest.missing).toEqual([{ path: name, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(strFromU8(files['READ ME.txt'] ?? new Uint8Array())).toContain(name);
  });

  test('of a free company has no notes', async () => {
    await world.begin('user');
    await world.record(world.ecr, '2026-09-15');
    await world.server.owner.query(`update status_records set note = 'Secret' where workspace_id = $1`, [
      world.owner.workspaceId,
    ]);
    const { files, zip } = await make();
    expect(strFromU8(files['proof/activity.jsonl'] ?? new Uint8Array())).not.toContain('Secret');
    expect(await readXlsx(files['register.xlsx'] ?? new Uint8Array()).then(JSON.stringify)).not.toContain('Secret');
    expect(zip.statusCode).toBe(200);
    const refused = await world.call('POST', '/packs', { ...PERIOD, authority: 'EPFO' });
    expect(refused.json()).toMatchObject({ errors: { authority: expect.stringContaining('part of Premium') } });
  });

  test('is told in the activity', async () => {
    await make();
    const { data } = (await world.call('GET', '/activity?what=packs')).json();
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
    const refused = await world.call('POST', '/packs', wanted);
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors).toMatchObject(errors);
  });

  test('is a manager of the company, also of a frozen one; each sees the packs of all', async () => {
    expect((await world.server.call({ method: 'POST', url: '/api/packs', payload: PERIOD })).statusCode).toBe(401);
    const manager = await addPerson(world.server.services);
    await join(world.server.services, manager, world.owner, { role: 'manager' });
    const member = await addPerson(world.server.services);
    await join(world.server.services, member, world.owner, { role: 'member' });
    const { id } = await make();
    expect((await world.call('GET', `/packs/${id}`, undefined, manager)).statusCode).toBe(200);
    expect((await world.call('GET', '/packs', undefined, manager)).json().data).toHaveLength(1);
    for (const url of ['/packs', `/packs/${id}`])
      expect((await world.call('GET', url, undefined, member)).statusCode).toBe(403);
    expect((await world.call('POST', '/packs', PERIOD, member)).statusCode).toBe(403);
    await world.server.owner.query(
      `with gone as (delete from memberships where workspace_id = $1 and role = 'owner')
       update workspaces set frozen_from = now() - interval '1 day' where id = $1`,
      [world.owner.workspaceId],
    );
    expect((await world.call('POST', '/packs', PERIOD, manager)).statusCode).toBe(201);
    expect((await world.call('POST', '/packs', PERIOD, manager)).json()).toMatchObject({
      message: 'One is being made already. Please wait until it is ready.',
    });
    const stranger = await addPerson(world.server.services, {
      role: 'premium',
      company: { employeeCount: 20, state: 'Goa' },
    });
    expect((await world.server.call({ url: `/api/packs/${id}`, token: stranger.token })).statusCode).toBe(404);
  });
});
