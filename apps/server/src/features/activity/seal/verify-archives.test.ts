import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import { ZipArchive } from 'archiver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../../test/people.ts';
import { forge, linesOf, ProofWorld } from '../proof-world.fixture.ts';
import { canonicalJson, type JsonObject } from './canonical-json.ts';

/* Archives that whoever built them would like to be read in two ways; the head that is handed over is genuine. */

let proof: ProofWorld;
let owner: Person;
let lines: JsonObject[];
let head: string;

beforeAll(async () => {
  proof = await ProofWorld.start();
  owner = await proof.addCompany();
  lines = linesOf(await proof.fetch(owner));
  head = (await proof.world.dataOf(owner, '/activity/seals'))[0].head;
});

afterAll(() => proof.close());

interface Entry {
  readonly name: string;
  readonly bytes: Buffer;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface Made {
  readonly said?: JsonObject;
  readonly add?: readonly Entry[];
  readonly activity?: string;
  readonly store?: boolean;
}

/** A pack whose manifest is signed by whoever made it. */
async function pack(
  entries: readonly Entry[],
  { said = {}, add = [], activity: given, store = false }: Made = {},
): Promise<Buffer> {
  const { file, sign, key } = forge(lines);
  const activity = { name: 'proof/activity.jsonl', bytes: Buffer.from(given ?? file) };
  const listed = [...entries, activity].map(({ name, bytes }) => ({
    path: name,
    size: bytes.length,
    sha256: sha256(bytes),
  }));
  const manifest: JsonObject = {
    ...{
      type: 'anupalan.manifest.1',
      kind: 'pack',
      chain: lines[0]?.chain,
      company: null,
      made: '2026-11-21T09:00:00Z',
    },
    ...{ activity: activity.name, files: listed, seals: 4, head, key, ...said },
  };
  const whole = Buffer.from(canonicalJson({ ...manifest, signature: sign(manifest) }));
  const archive = new ZipArchive({ store });
  for (const { name, bytes } of [...entries, activity, { name: 'manifest.json', bytes: whole }, ...add]) {
    archive.append(bytes, { name });
  }
  const zip = buffer(archive);
  await archive.finalize();
  return zip;
}

const NOTE: Entry = { name: 'READ ME.txt', bytes: Buffer.from('Nothing is missing. '.repeat(100)) };

/** Writes over the first or the last occurrence of some bytes. */
function patch(zip: Buffer, from: string, to: string, at: 'first' | 'last' = 'first'): Buffer {
  const place = at === 'first' ? zip.indexOf(from) : zip.lastIndexOf(from);
  return Buffer.concat([zip.subarray(0, place), Buffer.from(to), zip.subarray(place + from.length)]);
}

test('a pack of which nothing is wrong', async () => {
  expect(await proof.judge(await pack([NOTE]), 'pack.zip', { head })).toMatchObject({ code: 0 });
});

test.each<[string, () => Promise<Buffer>, RegExp]>([
  ['two entries of a name', () => pack([NOTE], { add: [NOTE] }), /READ ME.txt is in the ZIP twice/],
  [
    'two of which some systems make one',
    () => pack([NOTE, { ...NOTE, name: 'read me.TXT' }]),
    /read me.TXT is in the ZIP twice for systems that know no capitals/,
  ],
  [
    'a file twice in the manifest',
    async () => {
      const { name, bytes } = NOTE;
      const file = { path: name, size: bytes.length, sha256: sha256(bytes) };
      return pack([NOTE], { said: { files: [file, file] } });
    },
    /READ ME.txt is in the manifest twice[\s\S]*is the file of activity, and the manifest does not list it/,
  ],
  [
    'a size as a text',
    () => pack([], { said: { files: [{ path: 'x', size: '1', sha256: '0'.repeat(64) }] } }),
    /does not list files as manifests do/,
  ],
  [
    'a name that is a part of another file on some systems',
    () => pack([{ ...NOTE, name: 'evidence/challan.pdf:paid' }]),
    /challan.pdf:paid is another name for some systems/,
  ],
  ['another key', () => pack([], { activity: forge(lines).file }), /signed by another key than the manifest/],
  ['no list', () => pack([], { said: { files: { length: 0 } } }), /does not list files as manifests do/],
  ['an activity elsewhere', () => pack([], { said: { activity: '../activity.jsonl' } }), /activity.jsonl is missing/],
  ['another company', () => pack([], { said: { chain: 'x' } }), /the activity is that of another company/],
  [
    'a name that is read the other way round',
    () => pack([{ ...NOTE, name: 'evidence/challan\u202efdp.exe' }]),
    /has signs in its name that hide others/,
  ],
  [
    'another name before the bytes than in the directory',
    async () => patch(await pack([NOTE]), NOTE.name, 'Read me.txt'),
    /READ ME.txt cannot be found where the directory of the ZIP says/,
  ],
  [
    'another name in the directory than before the bytes',
    async () => patch(await pack([NOTE]), NOTE.name, 'Read me.txt', 'last'),
    /Read me.txt cannot be found where the directory of the ZIP says/,
  ],
  [
    'bytes after its end',
    async () => Buffer.concat([await pack([NOTE]), Buffer.from('more')]),
    /something stands after the end of the ZIP/,
  ],
  [
    'a comment at its end',
    async () => {
      const zip = await pack([NOTE]);
      zip.writeUInt16LE(4, zip.length - 2);
      return Buffer.concat([zip, Buffer.from('more')]);
    },
    /something stands after the end of the ZIP/,
  ],
])('%s', async (_, made, fault) => {
  const { code, said } = await proof.judge(await made(), 'pack.zip', { head });
  expect(said).toMatch(fault);
  expect(code).not.toBe(0);
});

/** A pack of a note, and where the checksum of that stands: before its bytes, after them, and in the directory. */
async function packOfNote({ store = false } = {}) {
  const zip = await pack([NOTE], { store });
  const entry = zip.indexOf('PK\x01\x02');
  const next = zip.indexOf('PK\x03\x04', 4);
  return { zip, checksums: { local: 14, after: next - 12, directory: entry + 16 } };
}

test.each<[string, { store?: boolean }, ('local' | 'after' | 'directory')[], RegExp]>([
  ['in the directory', {}, ['directory'], /READ ME.txt does not have the CRC-32 that the directory of the ZIP says/],
  ['before its bytes', { store: true }, ['local'], /READ ME.txt has another CRC-32 beside its bytes than in the/],
  ['after its bytes', {}, ['after'], /READ ME.txt has another CRC-32 beside its bytes than in the directory/],
  ['everywhere', { store: true }, ['local', 'directory'], /READ ME.txt does not have the CRC-32 that the directory/],
])(
  'a checksum that is none of the file, %s: other programs refuse it, or repair it',
  async (_, options, places, fault) => {
    const { zip, checksums } = await packOfNote(options);
    expect(await proof.judge(zip, 'pack.zip', { head })).toMatchObject({ code: 0 });
    for (const place of places) zip.writeUInt32LE(0xdecaf, checksums[place]);
    const { code, said } = await proof.judge(zip, 'pack.zip', { head });
    expect([code, said]).toEqual([1, expect.stringMatching(fault)]);
  },
);

test('what stands after the bytes of a file is nothing but what it has to be', async () => {
  const { zip, checksums } = await packOfNote();
  zip.writeUInt32LE(7, checksums.after + 4);
  expect((await proof.judge(zip, 'pack.zip')).said).toMatch(/READ ME.txt has another size beside its bytes than in/);
});

test('an entry that its directory does not tell of', async () => {
  const zip = await pack([NOTE]);
  const end = zip.length - 22;
  const [length, start] = [zip.readUInt32LE(end + 12), zip.readUInt32LE(end + 16)];
  const second = zip.indexOf('PK\x01\x02', start + 4);
  const rest = Buffer.concat([zip.subarray(0, start), zip.subarray(second)]);
  rest.writeUInt32LE(length - (second - start), rest.length - 22 + 12);
  expect((await proof.judge(rest, 'pack.zip')).said).toMatch(
    /the directory of the ZIP is not what its end says[\s\S]*the ZIP has bytes at 0 that belong to none of its files/,
  );
});

test('a stored file that says more bytes than it has', async () => {
  const made = await pack([{ ...NOTE, bytes: Buffer.from('short') }], { store: true });
  const said = patch(made, '"size":5', '"size":6');
  const entry = said.lastIndexOf('READ ME.txt') - 46;
  for (const at of [22, entry + 24]) said.writeUInt32LE(6, at);
  expect((await proof.judge(said, 'pack.zip')).said).toContain('READ ME.txt has 5 bytes, and says 6');
});

test('what unpacks to more than it says is not unpacked whole', async () => {
  const zip = await pack([NOTE]);
  const bomb = deflateRawSync(Buffer.alloc(50_000_000));
  const start = zip.indexOf('PK\x01\x02');
  const from = 30 + NOTE.name.length;
  const next = zip.indexOf('PK\x03\x04', 4);
  const moved = from + bomb.length - next;
  const made = Buffer.concat([zip.subarray(0, from), bomb, zip.subarray(next)]);
  const directory = start + moved;
  made.writeUInt32LE(bomb.length, directory + 20);
  for (let at = directory; made.readUInt32LE(at) === 0x02014b50; ) {
    if (at > directory) made.writeUInt32LE(made.readUInt32LE(at + 42) + moved, at + 42);
    at += 46 + made.readUInt16LE(at + 28) + made.readUInt16LE(at + 30) + made.readUInt16LE(at + 32);
  }
  made.writeUInt32LE(directory, made.length - 6);
  const { said } = await proof.judge(made, 'pack.zip');
  expect(said).toContain('READ ME.txt has more than the 2000 bytes that it says');
});
