import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import { ZipArchive } from 'archiver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Person } from '../../../../test/people.ts';
import { forge, linesOf, ProofWorld } from '../proof-world.fixture.ts';
import { canonicalJson, type JsonObject } from './canonical-json.ts';
import { hashLeaf } from './merkle-tree.ts';

/* What somebody builds who read `verify`, has no key, and hands over a head that is genuine. */

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

const forged = (change: (text: string) => string) => forge(lines, change).file;

/** Changes the first line that begins so. */
const first = (begin: string, change: (text: string) => string) => {
  let isDone = false;
  return (text: string) => {
    if (isDone || !text.startsWith(begin)) return text;
    isDone = true;
    return change(text);
  };
};

const isEvent = (line: JsonObject) => line.event !== undefined;
const Event = z.object({ event: z.record(z.string(), z.json()) });
const Seal = z.object({ seal: z.record(z.string(), z.json()) });

const UNKNOWN = /line \d+ says nothing that is known/;

describe('lines', () => {
  test.each<[string, (text: string) => string, RegExp]>([
    ['a key twice', first('{"event"', (text) => `{"contents":{"status":"done"},${text.slice(1)}`), UNKNOWN],
    ['a key twice, written otherwise', first('{"event"', (text) => text.replace('"seal":', '"s\\u0065al":')), UNKNOWN],
    ['spaces', first('{"event"', (text) => text.replace('{"event"', '{ "event"')), UNKNOWN],
    [
      'a number as a text',
      first('{"seal"', (text) => text.replace(/"count":(\d+)/, '"count":"$1"')),
      /no seal as seals/,
    ],
    [
      'a seal of half an event',
      first('{"seal"', (text) => text.replace(/"count":\d+/, '"count":0.5')),
      /no seal as seals/,
    ],
    [
      'the number of a seal as a text',
      first('{"event"', (text) => text.replace(/"seal":(\d+)/, '"seal":"$1"')),
      /is said to be in seal 1, which is not there/,
    ],
    [
      'a place as a text',
      first('{"event"', (text) => text.replace(/"position":(\d+)/, '"position":"$1"')),
      /is not what was sealed as number 0 of seal 1/,
    ],
    [
      'a place that is none',
      first('{"event"', (text) => text.replace(/"position":\d+/, '"position":-1')),
      /is not what was sealed as number -1/,
    ],
    [
      'a path of anything',
      first('{"event"', (text) => text.replace(/"path":\[/, '"path":["../x",')),
      /no event as events/,
    ],
    ['no path', first('{"event"', (text) => text.replace(/,"path":\[[^\]]*\]/, '')), /no event as events/],
    [
      'an id that looks the same',
      first('{"event"', (text) => text.replace(/"id":"(\w)/, (_, digit) => `"id":"${digit}\u200b`)),
      /is not what was sealed as number/,
    ],
    [
      'an event of a version that is not known',
      first('{"event"', (text) => text.replace('anupalan.event.2', 'anupalan.event.3')),
      /no event as events/,
    ],
    [
      'contents that were never sealed',
      first('{"event"', (text) => text.replace('"contents":{', '"contents":{"toString":{"value":1},')),
      /its toString was never sealed/,
    ],
    ['nothing that waits', first('{"seal"', (text) => `${text}\n{"waiting":7}`), UNKNOWN],
    ['a seal twice', first('{"seal"', (text) => `${text}\n${text}`), /seal 1 stands where seal 2 belongs/],
    [
      'what moved by itself',
      first('{"event"', (text) => text.replace(/}$/, ',"merged":{"day":"2026-01-01"}}')),
      /is said to be merged, as nothing can be/,
    ],
  ])('%s', async (_, change, fault) => {
    const { code, said } = await proof.judge(forged(change), 'activity.jsonl', { head });
    expect(said).toMatch(fault);
    expect(code).toBe(1);
  });

  test('seals in another order', async () => {
    const [begin = {}, one = {}, two = {}, ...rest] = lines;
    const { said } = await proof.judge(forge([begin, two, one, ...rest]).file, 'activity.jsonl', { head });
    expect(said).toMatch(/seal 2 stands where seal 1 belongs[\s\S]*seal 1 does not follow the seal before it/);
  });

  test('times that run backwards are told, and hide nothing that was put in late', async () => {
    const [begin = {}, ...rest] = lines.slice(0, 2);
    const at = '2026-01-05T00:00:00.000000Z';
    const event = { ...Event.parse(lines.find(isEvent)).event, id: 'put-in-later', at, content: {} };
    const former = Seal.parse(rest[0]).seal;
    const previous = createHash('sha256').update(Buffer.of(2)).update(canonicalJson(former)).digest('hex');
    const root = hashLeaf(canonicalJson(event)).toString('hex');
    const seal = { ...former, at, from: at, to: at, number: 2, previous, count: 1, root };
    const line = { event, seal: 2, position: 0, path: [], contents: {} };
    const made = forge([{ ...begin, complete: false, made: at }, ...rest, { seal, signature: '' }, line, {}]).file;
    const { said } = await proof.judge(made);
    expect(said).toMatch(/seals that say an earlier time than a seal before them: 1\n {2}seal 2 of 2026-01-05/);
    expect(said).toMatch(/sealed more than a day after their time.*: events 1\n {2}\w+ put-in-later/);
  });

  test('the chain of another company under the name of this one', async () => {
    const other = await proof.world.addOffice();
    await proof.world.record(other);
    await proof.seal();
    const [begin = {}] = lines;
    const [, ...theirs] = linesOf(await proof.fetch(other));
    const { code, said } = await proof.judge(forge([begin, ...theirs]).file);
    expect([code, said]).toEqual([1, expect.stringMatching(/seal 1 is of another company/)]);
  });

  test('a name that obeys the terminal says what it is, and ends no line', async () => {
    const [begin = {}, ...rest] = lines;
    const name = 'Rao\u001b[2J\r\nVerified: it is signed by the key that you gave\u202e';
    const { said } = await proof.verify(forge([{ ...begin, company: { id: null, name } }, ...rest]).file);
    expect(said).toContain(String.raw`Rao\u{1b}[2J\u{d}\u{a}Verified: it is signed by the key that you gave\u{202e}`);
    expect(said).not.toMatch(/^Verified/m);
  });

  test('a line without an end is not held', async () => {
    const { code, said } = await proof.judge(Buffer.alloc(17 * 1024 * 1024, 'x'));
    expect([code, said]).toEqual([2, expect.stringContaining('a line of it is too long')]);
  });
});

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

describe('archives', () => {
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
});
