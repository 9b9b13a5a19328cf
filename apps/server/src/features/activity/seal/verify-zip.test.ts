import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipArchive } from 'archiver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../../test/people.ts';
import { forge, linesOf, ProofWorld } from '../proof-world.fixture.ts';
import type { JsonObject } from './canonical-json.ts';
import { signManifest } from './manifest.ts';

/** Files of a pack by their paths. */
type Files = ReadonlyMap<string, Buffer>;

const CHALLAN = 'evidence/challan.pdf';
const REGISTER = 'register.csv';
const ACTIVITY = 'proof/activity.jsonl';
const MANIFEST = 'manifest.json';

let proof: ProofWorld;
let owner: Person;
let pack: Files;
let key: string;
let head: string;

beforeAll(async () => {
  proof = await ProofWorld.start();
  owner = await proof.addCompany();
  const activity = await proof.fetch(owner);
  const chain = await readChain();
  head = chain.head;
  key = (await proof.world.dataOf(owner, '/proof/key')).fingerprint;
  const files: Files = new Map([
    [CHALLAN, proof.bytesOf('challan.pdf')],
    [REGISTER, Buffer.from('Act,Obligation\n'.repeat(1_000))],
    ['empty.txt', Buffer.alloc(0)],
    [ACTIVITY, Buffer.from(activity)],
  ]);
  const manifest = await signManifest(proof.world.server.services.database.db, {
    ...{
      kind: 'pack',
      company: { id: null, name: 'Rao & Sons' },
      made: '2026-11-21T09:00:00Z',
      activityPath: ACTIVITY,
    },
    ...{ activity: chain, files: listOf(files) },
  });
  pack = new Map([...files, [MANIFEST, Buffer.from(manifest)]]);
});

afterAll(() => proof.close());

/** The chain of the company and its newest seal. */
async function readChain(): Promise<{ chain: string; seals: number; head: string }> {
  const { rows } = await proof.world.server.owner.query(
    `select workspace_id as chain, number as seals, encode(head, 'hex') as head from seals
     where workspace_id = $1 order by number desc limit 1`,
    [owner.workspaceId],
  );
  return rows[0];
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function listOf(files: Files) {
  return [...files].map(([name, bytes]) => ({
    ...{ path: name, size: bytes.length, sha256: sha256(bytes) },
    ...(name === CHALLAN && { evidence: proof.evidence }),
  }));
}

async function zip(files: Files, { store = false } = {}): Promise<Buffer> {
  const archive = new ZipArchive({ store });
  for (const [name, bytes] of files) archive.append(bytes, { name });
  const whole = buffer(archive);
  await archive.finalize();
  return whole;
}

const verifyPack = async (files: Files, args: readonly string[] = []) =>
  proof.verify(await zip(files), args, 'pack.zip');

const withFile = (name: string, contents: string | Buffer): Files => new Map([...pack, [name, Buffer.from(contents)]]);

/** The pack with another manifest, and whatever else is different. */
function withManifest(change: (manifest: JsonObject) => JsonObject, files: Files = pack): Files {
  const manifest = JSON.parse(String(files.get(MANIFEST)));
  return new Map([...files, [MANIFEST, Buffer.from(JSON.stringify(change(manifest)))]]);
}

test('a pack verifies, deflated or stored, and unpacked beside its manifest', async () => {
  for (const store of [false, true]) {
    const { code, said } = await proof.verify(await zip(pack, { store }), ['--key', key, '--head', head], 'pack.zip');
    expect([code, said]).toEqual([0, expect.stringContaining('Verified: it is signed by the key that you gave')]);
    expect(said).toContain('Files     4,');
  }
  const folder = path.join(proof.folder, 'unpacked');
  for (const [name, bytes] of pack) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), bytes);
  }
  expect(await proof.run(path.join(folder, MANIFEST), ['--key', key])).toMatchObject({ code: 0 });
  await writeFile(path.join(folder, 'evidence/more.pdf'), 'x');
  await writeFile(path.join(folder, 'notes.txt'), 'Mine');
  const more = await proof.run(path.join(folder, MANIFEST));
  expect([more.code, more.said]).toEqual([1, expect.stringContaining('- evidence/more.pdf is there, and not in the')]);
  expect(more.said).not.toContain('notes.txt');
  await writeFile(path.join(folder, REGISTER), 'Act\n');
  const { code, said } = await proof.run(path.join(folder, MANIFEST));
  expect([code, said]).toEqual([1, expect.stringContaining(`${REGISTER} has 4 bytes, and the manifest says`)]);
});

test.each<[string, () => Files, RegExp]>([
  [
    'a file altered',
    () => withFile(CHALLAN, String(pack.get(CHALLAN)).replace('challan', 'chalLan')),
    /challan.pdf does not have the bytes that the manifest says/,
  ],
  ['a file taken out', () => new Map([...pack].filter(([name]) => name !== CHALLAN)), /challan.pdf is missing/],
  ['a file put in', () => withFile('evidence/more.pdf', 'x'), /evidence\/more.pdf is there, and not in the manifest/],
  [
    'two files swapped',
    () =>
      new Map([
        ...pack,
        [CHALLAN, pack.get(REGISTER) ?? Buffer.alloc(0)],
        [REGISTER, pack.get(CHALLAN) ?? Buffer.alloc(0)],
      ]),
    /challan.pdf has \d+ bytes[\s\S]*register.csv has/,
  ],
  [
    'file and manifest altered together',
    () => {
      const files = withFile(CHALLAN, 'another challan');
      return withManifest((manifest) => ({ ...manifest, files: listOf(without(files, MANIFEST)) }), files);
    },
    /manifest.json does not have the signature[\s\S]*challan.pdf is not the file that was sealed as evidence/,
  ],
  [
    'the manifest altered',
    () => withManifest((manifest) => ({ ...manifest, made: '2020' })),
    /manifest.json does not have/,
  ],
  [
    'a manifest that leads out of the folder',
    () =>
      withManifest((manifest) => ({ ...manifest, files: [{ path: '../secret', size: 1, sha256: '0'.repeat(64) }] })),
    /\.\.\/secret leads out of the folder/,
  ],
  [
    'the newest seals cut off its activity',
    () => withFile(ACTIVITY, String(pack.get(ACTIVITY)).split('\n').slice(0, 2).join('\n')),
    /proof\/activity.jsonl has \d+ bytes[\s\S]*it was cut[\s\S]*the manifest says that seal 4 is the newest/,
  ],
])('%s', async (_, change, fault) => {
  const { code, said } = await proof.judge(await zip(change()), 'pack.zip');
  expect(said).toMatch(fault);
  expect(code).toBe(1);
});

test('file, activity, manifest and head made anew together agree with themselves, and with neither key nor head', async () => {
  const lines = linesOf(String(pack.get(ACTIVITY)));
  const { file, sign, key: other } = forge(lines);
  const files = new Map([
    ...without(pack, MANIFEST),
    [ACTIVITY, Buffer.from(file)],
    [REGISTER, Buffer.from('Nothing due\n')],
  ]);
  const forged = withManifest(
    ({ signature: _, ...manifest }) => {
      const said = { ...manifest, key: other, files: listOf(files) };
      return { ...said, signature: sign(said) };
    },
    new Map([...files, [MANIFEST, pack.get(MANIFEST) ?? Buffer.alloc(0)]]),
  );
  expect(await verifyPack(forged)).toMatchObject({ code: 0, said: expect.stringContaining('agrees with itself only') });
  expect(await verifyPack(forged, ['--key', key])).toMatchObject({
    ...{ code: 1, said: expect.stringContaining('not by the key that you gave') },
  });
});

test('a file of evidence of which the manifest names no event is not vouched for', async () => {
  const { file, sign, key: other } = forge(linesOf(String(pack.get(ACTIVITY))));
  const files = new Map([...without(pack, MANIFEST), [ACTIVITY, Buffer.from(file)], [CHALLAN, Buffer.from('another')]]);
  const forged = withManifest(
    ({ signature: _, ...manifest }) => {
      const listed = listOf(files).map(({ path: name, size, sha256: hash }) => ({ path: name, size, sha256: hash }));
      const said = { ...manifest, key: other, files: listed };
      return { ...said, signature: sign(said) };
    },
    new Map([...files, [MANIFEST, pack.get(MANIFEST) ?? Buffer.alloc(0)]]),
  );
  const { said } = await verifyPack(forged, ['--head', head]);
  expect(said).toContain('files 1, compared with their seals 0');
  expect(said).toContain(`as its event is not here: 1\n  ${CHALLAN}`);
  expect(said).toContain(`sealed evidence of which no file is here: 1\n  ${proof.evidence}`);
  expect(said).toContain('Compared with no seal: files of evidence (1).');
});

test('a ZIP that was cut cannot be verified, or is not as it was', async () => {
  const whole = await zip(pack);
  for (let part = 1; part < 10; part++) {
    const cut = whole.subarray(0, Math.floor((whole.length * part) / 10));
    expect((await proof.judge(cut, 'pack.zip')).code, `cut at ${part} tenths`).not.toBe(0);
  }
});

function without(files: Files, name: string): Files {
  return new Map([...files].filter(([other]) => other !== name));
}
