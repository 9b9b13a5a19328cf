#!/usr/bin/env node
/*
 * Verifies a pack, a company's file or a file of activity (docs/topics/proof.md), offline: with nothing but Node 20, from
 * this one file wherever it was copied to. It imports nothing of the product, so that it says the same when the product
 * is gone.
 */
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createInflateRaw } from 'node:zlib';

const USAGE = `npm run verify -- FILE [--key KEY] [--head HEAD]

  FILE   a ZIP with a manifest.json (a pack, a company's file), that manifest.json beside
         what was unpacked, or a file of activity (.jsonl)
  KEY    the fingerprint of the installation's key, or a file with the key:
         as GET /api/proof/key answers it, or as PEM
  HEAD   a head that came another way, such as by the owner's monthly mail`;

/** Milliseconds after which it is said that something was sealed late: it waited, or was put in afterwards. */
const LATE_MS = 24 * 3_600_000;

/** Milliseconds after which whatever was done should be sealed. */
const SEALED_WITHIN_MS = 10 * 60_000;

/** Faults that are told in full; of more, how many there are. */
const TOLD = 200;

/** What a file turned out to be: lines about what was compared, and each thing that is wrong. */
class Findings {
  facts = [];
  faults = [];
  remarks = [];
  count = 0;

  fault(text) {
    this.count++;
    if (this.faults.length < TOLD) this.faults.push(text);
  }
}

/** The file isn't what can be verified. */
class Unreadable extends Error {}

export function canonicalJson(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  return `{${keys
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`)
    .join(',')}}`;
}

function sha256(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

const PREFIX = { leaf: Buffer.of(0), node: Buffer.of(1), seal: Buffer.of(2) };

/** The root that a leaf leads to by its path, or null where the path doesn't fit the tree (RFC 9162, 2.1.3.2). */
export function rootOf(leaf, { position, count, path: siblings }) {
  let [place, last, hash] = [position, count - 1, leaf];
  if (!(Number.isSafeInteger(place) && place >= 0 && place <= last)) return null;
  for (const sibling of siblings) {
    if (last === 0) return null;
    const other = Buffer.from(sibling, 'hex');
    if (place % 2 === 1 || place === last) {
      hash = sha256(PREFIX.node, other, hash);
      while (place % 2 === 0 && place !== 0) [place, last] = [place >> 1, last >> 1];
    } else hash = sha256(PREFIX.node, hash, other);
    [place, last] = [place >> 1, last >> 1];
  }
  return last === 0 ? hash.toString('hex') : null;
}

/** The keys by which signatures are judged: the file's own, and the given one. */
class Keys {
  fingerprints = new Set();
  #keys = new Map();

  constructor(given, findings) {
    this.given = given;
    this.findings = findings;
  }

  /** Takes note of a key that a file says it is signed by. @returns its fingerprint */
  add(said, where) {
    const der = Buffer.from(String(said?.publicKey ?? ''), 'base64');
    const fingerprint = sha256(der).toString('hex');
    if (fingerprint !== said?.fingerprint) this.findings.fault(`${where}: the fingerprint is not that of the key`);
    if (!this.#keys.has(fingerprint)) {
      try {
        this.#keys.set(fingerprint, createPublicKey({ key: der, format: 'der', type: 'spki' }));
      } catch {
        this.#keys.set(fingerprint, null);
      }
      if (this.given && this.given !== fingerprint) {
        this.findings.fault(`${where}: it is signed by the key ${fingerprint}, not by the key that you gave`);
      }
    }
    this.fingerprints.add(fingerprint);
    return fingerprint;
  }

  /** Whether a key signed what is said. */
  isSigned(fingerprint, said, signature) {
    const key = this.#keys.get(fingerprint);
    const bytes = Buffer.from(String(signature), 'base64');
    return Boolean(key) && verifySignature(null, Buffer.from(canonicalJson(said)), key, bytes);
  }
}

/** Activity that says of a record that contents of it were changed or deleted: of which source, and which contents. */
const REMOVALS = new Map([
  ['status-history.change-note', { source: 'status', fields: ['note'] }],
  ['status-history.delete-note', { source: 'status', fields: null }],
  ['payment-dates.delete', { source: 'payment', fields: null }],
  ['submission-dates.delete', { source: 'submission', fields: null }],
]);

const CHANGED_NOTE = 'status-history.change-note';

/** Why contents are left out, and of which event and field that may be said. */
const LEFT = new Map([
  ['plan', { why: 'as the plan of the company has no notes', fits: (_, field) => ['note', 'check'].includes(field) }],
  ['obligation', { why: 'as their obligation was deleted', fits: ({ of }) => of?.item !== undefined }],
]);

/** Reads a file of activity line by line and compares everything in it with everything else. */
export class ActivityReader {
  #lines = 0;
  #hash = createHash('sha256');
  #seals = [];
  #ids = new Set();
  #last = { seal: 0, position: -1 };
  #held = new Map();
  #removed = [];
  #acts = new Map();
  #end = null;
  #waiting = [];
  #isCut = false;
  #left = new Map();
  #moved = 0;
  #late = [];
  /** The sealed SHA-256 of evidence, by its id, where it is shown and is what was sealed. */
  evidence = new Map();
  removedEvidence = new Set();
  /** Files of evidence beside it that were compared with no seal. */
  unsealedFiles = 0;
  begin = null;

  constructor(findings, keys, where) {
    this.findings = findings;
    this.keys = keys;
    this.where = where;
  }

  get newest() {
    return this.#seals.at(-1) ?? null;
  }

  /** The numbers of the seals with a head. */
  find(head) {
    return this.#seals.find((seal) => seal.head === head) ?? null;
  }

  read(text) {
    if (this.#end) return this.fault('something stands after the last line');
    const line = parse(text);
    if (line?.end) this.#readEnd(line);
    else {
      this.#lines++;
      this.#hash.update(`${text}\n`);
      if (this.#lines === 1) this.#readBegin(line);
      else if (line?.seal !== undefined && line.event === undefined) this.#readSeal(line);
      else if (line?.event) this.#readEvent(line);
      else if (line?.waiting === 'more') this.#isCut = true;
      else if (line?.waiting) this.#waiting.push(line.waiting);
      else this.fault(`line ${this.#lines} says nothing that is known`);
    }
  }

  fault(text) {
    this.findings.fault(`${this.where}: ${text}`);
  }

  #readBegin(line) {
    if (line?.type !== 'anupalan.activity.1') throw new Unreadable(`${this.where} is no file of activity`);
    this.begin = line;
    this.key = this.keys.add(line.key, this.where);
  }

  #readSeal({ seal, signature }) {
    const number = this.#seals.length + 1;
    const head = sha256(PREFIX.seal, canonicalJson(seal)).toString('hex');
    const name = `seal ${seal.number}`;
    if (seal.number !== number) this.fault(`${name} stands where seal ${number} belongs`);
    if (seal.chain !== this.begin?.chain) this.fault(`${name} is of another company`);
    if (seal.previous !== (this.newest?.head ?? null)) this.fault(`${name} does not follow the seal before it`);
    if (!this.keys.isSigned(this.key, seal, signature)) this.fault(`${name} does not have the signature of the key`);
    this.#seals.push({ ...seal, head });
  }

  #readEvent({ event, seal: number, position, path: siblings, contents = {}, left = {}, removed = {}, now }) {
    const name = `${event.source} ${event.id} of ${event.at}`;
    const seal = Number.isSafeInteger(number) ? this.#seals[number - 1] : undefined;
    const leaf = sha256(PREFIX.leaf, canonicalJson(event));
    if (!seal) return this.fault(`${name} is said to be in seal ${number}, which is not there`);
    const root = rootOf(leaf, { position, count: seal.count, path: siblings ?? [] });
    if (root !== seal.root) this.fault(`${name} is not what was sealed as number ${position} of seal ${number}`);
    const { seal: before, position: placed } = this.#last;
    if (number < before || (number === before && position <= placed)) this.fault(`${name} stands out of its order`);
    this.#last = { seal: number, position };
    const id = `${event.source} ${event.id}`;
    if (this.#ids.has(id)) this.fault(`${name} is there twice`);
    this.#ids.add(id);
    this.#held.set(number, (this.#held.get(number) ?? 0) + 1);
    const place = { seal: number, position };
    const compared = new Map();
    for (const [field, hash] of Object.entries(event.content ?? {})) {
      const said = { shown: contents[field], left: left[field], removed: removed[field] };
      if (this.#readContent({ name, field, hash, event, place, ...said })) compared.set(field, contents[field].value);
    }
    for (const field of Object.keys(contents)) {
      if (!event.content || !(field in event.content)) this.fault(`${name}: its ${field} was never sealed`);
    }
    if (Date.parse(seal.at) - Date.parse(event.at) > LATE_MS) this.#late.push(name);
    this.#remember(event, place, compared);
    this.#compareNow(name, event, now);
  }

  /** Whatever is shown is hashed. @returns whether it is what was sealed */
  #readContent({ name, field, hash, event, place, shown, left, removed }) {
    if ([shown, left, removed].filter((said) => said !== undefined).length > 1) {
      this.fault(`${name}: its ${field} is said to be more than one of shown, left out and removed`);
    }
    if (shown !== undefined) return this.#compareContent({ name, field, hash, shown });
    if (removed !== undefined) this.#removed.push({ name, field, by: removed, event, place });
    else if (left === undefined) this.#faultMissing(name, field);
    else if (LEFT.get(left)?.fits(event, field)) this.#left.set(left, (this.#left.get(left) ?? 0) + 1);
    else this.fault(`${name}: its ${field} is left out for a reason that it cannot have (${canonicalJson(left)})`);
    return false;
  }

  #compareContent({ name, field, hash, shown }) {
    if (shown?.value === undefined) return this.#faultMissing(name, field);
    const salt = Buffer.from(String(shown.salt), 'hex');
    if (sha256(salt, canonicalJson(shown.value)).toString('hex') === hash) return true;
    this.fault(`${name}: its ${field} is not what was sealed`);
    return false;
  }

  #faultMissing(name, field) {
    this.fault(`${name}: its ${field} is missing, and nothing says that it was removed`);
    return false;
  }

  #remember({ source, id, of }, place, compared) {
    if (source === 'activity') this.#acts.set(id, { what: compared.get('what'), record: of?.record, place });
    if (source === 'evidence-removal') this.removedEvidence.add(id);
    if (source === 'evidence' && compared.has('sha256')) this.evidence.set(id, compared.get('sha256'));
  }

  /** What was recorded moves with an obligation that was merged into another; nothing else of a row may change. */
  #compareNow(name, event, now) {
    if (!now) return;
    const moved = Object.keys(now.of ?? {}).every((key) => ['item', 'day'].includes(key));
    if (now.of && moved) this.#moved++;
    for (const [key, value] of Object.entries(now)) {
      if (key === 'of' && moved) continue;
      this.fault(
        `${name}: ${key} was ${canonicalJson(event[key])} when it was sealed, and is ${canonicalJson(value)} now`,
      );
    }
  }

  #readEnd({ end, signature }) {
    this.#end = end;
    const isWhole = end.lines === this.#lines && end.sha256 === this.#hash.digest('hex');
    if (!isWhole) this.fault('it is not as it was written: lines were changed, taken away or put in');
    if (!this.keys.isSigned(this.key, end, signature))
      this.fault('its last line does not have the signature of the key');
  }

  /** Compares what only the whole file can say, and tells what was compared. */
  finish() {
    if (!this.begin) throw new Unreadable(`${this.where} is empty`);
    if (!this.#end) this.fault('it ends before its last line: it was cut');
    for (const removal of this.#removed) this.#judgeRemoval(removal);
    if (this.begin.complete) {
      for (const { number, count } of this.#seals) {
        const held = this.#held.get(number) ?? 0;
        if (held !== count) this.fault(`seal ${number} has ${count} events, and ${held} of them are here`);
      }
    }
    this.#tell();
  }

  /** How many events the seals until a number have, and how many of those are here, whatever the file says of itself. */
  countUntil(number) {
    const until = this.#seals.slice(0, number);
    return {
      sealed: until.reduce((sum, { count }) => sum + count, 0),
      held: until.reduce((sum, seal) => sum + (this.#held.get(seal.number) ?? 0), 0),
    };
  }

  /** How many events are said to be there that aren't sealed. */
  get waiting() {
    return this.#waiting.length;
  }

  /** Contents of the events here that are neither shown nor removed. */
  get leftOut() {
    return [...this.#left.values()].reduce((sum, count) => sum + count, 0);
  }

  /** An event removes what its kind removes, of its own record, and only what was sealed before it. */
  #judgeRemoval({ name, field, by, event, place }) {
    const remover = this.#acts.get(by);
    const removal = REMOVALS.get(remover?.what);
    if (!removal) return this.fault(`${name}: its ${field} is said to be removed by ${by}, which says nothing of it`);
    const act = event.source === 'activity' ? this.#acts.get(event.id) : null;
    // The text of a changed note stands in the event of that change, until the note is changed again or deleted.
    const fits = act
      ? removal.source === 'status' && field === 'note' && act.what === CHANGED_NOTE && act.record === remover.record
      : removal.source === event.source &&
        event.id === remover.record &&
        (removal.fields === null || removal.fields.includes(field));
    if (!fits) this.fault(`${name}: its ${field} is said to be removed by ${by}, which says nothing of it`);
    else if (!isBefore(place, remover.place)) {
      this.fault(`${name}: its ${field} is said to be removed by ${by}, which was sealed before it`);
    }
  }

  /** Sealing takes a minute. What waits for longer was put in past it, or the sealing had not come that far. */
  #tellNeverSealed() {
    const made = Date.parse(this.begin.made);
    const old = this.#waiting.filter(({ at }) => !(made - Date.parse(at) <= SEALED_WITHIN_MS));
    const names = old.map(({ source, id, at }) => `${source} ${id} of ${at}`);
    tellNames(
      this.findings,
      'NOT SEALED, though from long before the file was made: whoever owns the database could have put it in',
      names,
    );
  }

  #tell() {
    const { facts, remarks } = this.findings;
    const { newest } = this;
    const { sealed, held } = this.countUntil(this.#seals.length);
    facts.push(['Company', `${this.begin.company?.name ?? 'without a name'} (chain ${this.begin.chain})`]);
    facts.push(['Seals', newest ? `${this.#seals.length}, the newest of ${newest.at}` : 'none yet']);
    if (newest) facts.push(['Head', newest.head]);
    facts.push(['Events', `${held} of the ${sealed} that were sealed${held === sealed ? ', which are all' : ''}`]);
    const told = [
      [this.waiting, 'not sealed yet when the file was made: events'],
      [this.#removed.length, 'removed or changed later, each by an event of its own: contents'],
      [this.#moved, 'now under the obligation or day into which theirs was merged: events'],
      ...[...this.#left].map(([left, count]) => [count, `not shown, ${LEFT.get(left).why}: contents`]),
    ];
    for (const [count, text] of told) if (count > 0) remarks.push(`${text} ${count}`);
    if (this.#isCut) remarks.push('and more that are not sealed, which the file does not name');
    this.#tellNeverSealed();
    if (this.#late.length === 0) return;
    remarks.push(`sealed more than a day after their time, as what waited for a check is: events ${this.#late.length}`);
    for (const name of this.#late.slice(0, 5)) remarks.push(`  ${name}`);
  }
}

function isBefore(one, other) {
  return one.seal < other.seal || (one.seal === other.seal && one.position < other.position);
}

/** Lines of a stream of bytes, which are ended by line feeds and by nothing else. */
async function* linesOf(stream) {
  let rest = Buffer.alloc(0);
  for await (const chunk of stream) {
    let bytes = Buffer.concat([rest, chunk]);
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10)) {
      yield bytes.subarray(0, end).toString();
      bytes = bytes.subarray(end + 1);
    }
    rest = bytes;
  }
  if (rest.length > 0) yield rest.toString();
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What was unpacked, beside its manifest. */
class Folder {
  constructor(folder) {
    this.folder = folder;
  }

  async sizeOf(name) {
    const found = await stat(path.join(this.folder, name)).catch(() => null);
    return found?.isFile() ? found.size : null;
  }

  read(name) {
    return createReadStream(path.join(this.folder, name));
  }

  /** Whatever lies beside belongs to somebody else. */
  names() {
    return [];
  }
}

/** The files of a ZIP by its directory: stored or deflated ones, as large as they like (ZIP64). */
export class Zip {
  #entries = new Map();
  #twice = [];

  constructor(file) {
    this.file = file;
  }

  async open() {
    const handle = await open(this.file);
    try {
      const { size } = await handle.stat();
      const read = async (start, length) => {
        const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - start)));
        await handle.read(bytes, 0, bytes.length, start);
        return bytes;
      };
      const { start, length } = await findDirectory(read, size);
      this.#readDirectory(await read(start, length));
      return this;
    } finally {
      await handle.close();
    }
  }

  #readDirectory(bytes) {
    for (let at = 0; at + 46 <= bytes.length && bytes.readUInt32LE(at) === 0x02014b50; ) {
      const [names, extras, comments] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
      const name = bytes.toString('utf8', at + 46, at + 46 + names);
      const extra = bytes.subarray(at + 46 + names, at + 46 + names + extras);
      const [size, packed, start] = largeNumbers(
        extra,
        [24, 20, 42].map((offset) => bytes.readUInt32LE(at + offset)),
      );
      if (this.#entries.has(name)) this.#twice.push(name);
      if (!name.endsWith('/')) this.#entries.set(name, { size, packed, start, method: bytes.readUInt16LE(at + 10) });
      at += 46 + names + extras + comments;
    }
  }

  get twice() {
    return this.#twice;
  }

  names() {
    return [...this.#entries.keys()];
  }

  async sizeOf(name) {
    return this.#entries.get(name)?.size ?? null;
  }

  async *read(name) {
    const { packed, start, method } = this.#entries.get(name);
    const handle = await open(this.file);
    const header = Buffer.alloc(30);
    await handle.read(header, 0, 30, start).finally(() => handle.close());
    if (header.readUInt32LE(0) !== 0x04034b50 || ![0, 8].includes(method))
      throw new Unreadable(`${name} cannot be unpacked`);
    if (packed === 0) return;
    const from = start + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
    const bytes = createReadStream(this.file, { start: from, end: from + packed - 1 });
    yield* method === 0 ? bytes : bytes.pipe(createInflateRaw());
  }
}

/** Finds the directory at the end of a ZIP. */
async function findDirectory(read, size) {
  const tail = await read(Math.max(0, size - 65_557), 65_557);
  const at = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (at === -1) throw new Unreadable('it is no ZIP, or its end was cut off');
  const large = at >= 20 && tail.readUInt32LE(at - 20) === 0x07064b50;
  if (!large) return { length: tail.readUInt32LE(at + 12), start: tail.readUInt32LE(at + 16) };
  const end = await read(Number(tail.readBigUInt64LE(at - 20 + 8)), 56);
  return { length: Number(end.readBigUInt64LE(40)), start: Number(end.readBigUInt64LE(48)) };
}

/** The numbers of an entry that didn't fit its own fields stand in an extra one, in this order. */
function largeNumbers(extra, numbers) {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let next = at + 4;
    return numbers.map((number) => {
      if (number !== 0xffffffff) return number;
      next += 8;
      return Number(extra.readBigUInt64LE(next - 8));
    });
  }
  return numbers;
}

const isInside = (name) => !/^[/\\]|^\w:|\\|\0|(^|\/)\.\.(\/|$)/.test(name);

/** Compares a ZIP, or what was unpacked, with its manifest, and reads the file of activity in it. */
async function verifyManifest(files, { findings, keys }) {
  const chunks = [];
  for await (const chunk of files.read('manifest.json')) chunks.push(chunk);
  const manifest = parse(Buffer.concat(chunks).toString());
  if (manifest?.type !== 'anupalan.manifest.1') throw new Unreadable('manifest.json is none of Anupalan');
  const { signature, ...said } = manifest;
  if (!keys.isSigned(keys.add(manifest.key, 'manifest.json'), said, signature)) {
    findings.fault('manifest.json does not have the signature of the key: it was altered');
  }
  const listed = new Set(['manifest.json']);
  for (const name of files.twice ?? []) findings.fault(`${name} is in the ZIP twice`);
  let bytes = 0;
  for (const file of manifest.files) {
    if (listed.has(file.path)) findings.fault(`${file.path} is in the manifest twice`);
    listed.add(file.path);
    bytes += file.size;
    await compareFile(files, file, findings);
  }
  for (const name of files.names())
    if (!listed.has(name)) findings.fault(`${name} is in the ZIP, and not in the manifest`);
  const activity = await readActivity(files.read(manifest.activity), { findings, keys, where: manifest.activity });
  compareActivity(manifest, activity, findings);
  findings.facts.push(['Files', `${manifest.files.length}, ${bytes.toLocaleString('en-IN')} bytes`]);
  return activity;
}

async function compareFile(files, { path: name, size, sha256: sealed }, findings) {
  if (!isInside(name)) return findings.fault(`${name} leads out of the folder`);
  const found = await files.sizeOf(name);
  if (found === null) return findings.fault(`${name} is missing`);
  if (found !== size) return findings.fault(`${name} has ${found} bytes, and the manifest says ${size}`);
  const hash = createHash('sha256');
  try {
    for await (const chunk of files.read(name)) hash.update(chunk);
  } catch (error) {
    return findings.fault(`${name} cannot be read: ${error.message}`);
  }
  if (hash.digest('hex') !== sealed) findings.fault(`${name} does not have the bytes that the manifest says`);
}

/** The manifest and the file of activity tell of the same chain, and evidence has the bytes that were sealed. */
function compareActivity(manifest, activity, findings) {
  const { newest } = activity;
  if (manifest.chain !== activity.begin.chain)
    findings.fault('the activity is that of another company than the manifest');
  if ((manifest.seals ?? 0) !== (newest?.number ?? 0) || manifest.head !== (newest?.head ?? null)) {
    findings.fault(
      `the manifest says that seal ${manifest.seals} is the newest, and the activity ends with ${newest?.number ?? 0}`,
    );
  }
  compareEvidence(manifest, activity, findings);
}

/** What a pack and a company's file call evidence, whether or not the manifest says of which event. */
const isEvidence = ({ path: name, evidence }) => evidence !== undefined || name.startsWith('evidence/');

/** Compares files of evidence with what was sealed of them, and names those of which nothing was. */
function compareEvidence(manifest, activity, findings) {
  const files = manifest.files.filter(isEvidence);
  const unsealed = files.filter(({ evidence }) => !activity.evidence.has(evidence));
  for (const { path: name, sha256: bytes, evidence } of files) {
    if (activity.evidence.has(evidence) && activity.evidence.get(evidence) !== bytes)
      findings.fault(`${name} is not the file that was sealed as evidence ${evidence}`);
  }
  activity.unsealedFiles = unsealed.length;
  const compared = files.length - unsealed.length;
  findings.facts.push(['Evidence', `files ${files.length}, compared with their seals ${compared}`]);
  const held = new Set(files.map(({ evidence }) => evidence));
  const absent = [...activity.evidence.keys()].filter((id) => !held.has(id) && !activity.removedEvidence.has(id));
  tellNames(
    findings,
    'files of evidence that were compared with no seal, as its event is not here',
    unsealed.map((file) => file.path),
  );
  tellNames(findings, 'sealed evidence of which no file is here', absent);
}

function tellNames({ remarks }, text, names) {
  if (names.length === 0) return;
  remarks.push(`${text}: ${names.length}`, ...names.slice(0, TOLD).map((name) => `  ${name}`));
  if (names.length > TOLD) remarks.push(`  and ${names.length - TOLD} more`);
}

async function readActivity(stream, { findings, keys, where }) {
  const reader = new ActivityReader(findings, keys, where);
  for await (const line of linesOf(stream)) reader.read(line);
  reader.finish();
  return reader;
}

/** The fingerprint of a key that is given as such, or as a file. */
async function readKey(given) {
  if (/^[0-9a-f]{64}$/i.test(given)) return given.toLowerCase();
  const text = await readFile(given, 'utf8').catch(() => {
    throw new Unreadable(`${given} is no fingerprint of 64 hexadecimal digits, and no file`);
  });
  const json = parse(text);
  const said = json?.data ?? json;
  const key = said?.publicKey ? { key: Buffer.from(said.publicKey, 'base64'), format: 'der', type: 'spki' } : text;
  return sha256(createPublicKey(key).export({ format: 'der', type: 'spki' })).toString('hex');
}

/** Verifies a file. @returns what was found; {@link Unreadable} when there is nothing to verify */
export async function verify(file, { key = null, head = null } = {}) {
  const findings = new Findings();
  const keys = new Keys(key && (await readKey(key)), findings);
  const start = Buffer.alloc(2);
  const handle = await open(file);
  await handle.read(start, 0, 2, 0).finally(() => handle.close());
  const context = { findings, keys };
  let activity;
  if (start.toString() === 'PK') activity = await verifyManifest(await new Zip(file).open(), context);
  else if (path.basename(file).endsWith('.json'))
    activity = await verifyManifest(new Folder(path.dirname(file)), context);
  else activity = await readActivity(createReadStream(file), { ...context, where: path.basename(file) });
  findings.facts.push([
    'Key',
    `${[...keys.fingerprints].join(', ')}${key ? ', compared with yours' : ', which the file brings itself'}`,
  ]);
  const found = head && activity.find(head.toLowerCase());
  if (head && !found)
    findings.fault(`none of its seals has the head ${head}: seals were cut off or made anew, or it is another company`);
  return {
    ...findings,
    count: findings.count,
    verdict: judge(findings, { key, head: found, activity }),
  };
}

/** Says what was compared, and what of the file wasn't. */
function judge({ count }, { key, head, activity }) {
  if (count > 0) return `NOT as it was: ${count === 1 ? 'one thing is' : `${count} things are`} wrong.`;
  const not = [
    [activity.leftOut, 'contents that are not shown'],
    [activity.waiting, 'events that are not sealed'],
    [activity.unsealedFiles, 'files of evidence'],
  ].flatMap(([many, what]) => (many > 0 ? [`${what} (${many})`] : []));
  const rest = not.length > 0 ? ` Compared with no seal: ${not.join(', ')}.` : '';
  if (!head && !key)
    return `It agrees with itself only: whoever could change it could have made all of it anew. Give --key and --head to know more.${rest}`;
  const until = head && tellUntil(head, activity);
  if (key && head) return `Verified: it is signed by the key that you gave, and ${until}.${rest}`;
  if (head) {
    return `Verified by the head alone: ${until}. What came after it agrees with itself only, as does each file that no seal names.${rest}`;
  }
  const { sealed, held } = activity.countUntil(activity.newest?.number ?? 0);
  const part = held === sealed ? '' : `, with ${held} of the ${sealed} events that were sealed`;
  return `Verified by the key alone: all of it is signed by it${part}. Whether newer seals were cut off, only a head can say.${rest}`;
}

/** What a head proves: of everything, only where everything is there. */
function tellUntil(head, activity) {
  const { sealed, held } = activity.countUntil(head.number);
  const seal = `seal ${head.number} of ${activity.newest.number} (${head.at})`;
  if (held === sealed) return `everything until ${seal} is what it was when that head was made`;
  return `each of the ${held} events here until ${seal} is what it was when that head was made; of those sealed until then, ${sealed - held} of ${sealed} are not in this file`;
}

async function main(args) {
  const options = { key: null, head: null };
  const files = [];
  for (let n = 0; n < args.length; n++) {
    const name = /^--(key|head)$/.exec(args[n])?.[1];
    if (name) options[name] = args[++n] ?? '';
    else files.push(args[n]);
  }
  if (files.length !== 1 || files[0].startsWith('-') || options.key === '' || options.head === '') {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  try {
    const { facts, faults, remarks, count, verdict } = await verify(files[0], options);
    const lines = [
      ...facts.map(([name, text]) => `${name.padEnd(10)}${text}`),
      '',
      ...remarks,
      ...(remarks.length > 0 ? [''] : []),
      ...faults.map((fault) => `- ${fault}`),
      ...(count > faults.length ? [`- and ${count - faults.length} more`] : []),
      ...(count > 0 ? [''] : []),
      verdict,
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    return count > 0 ? 1 : 0;
  } catch (error) {
    process.stderr.write(`${files[0]} cannot be verified: ${error.message}\n`);
    return 2;
  }
}

if (process.argv[1] && (await realpath(process.argv[1])) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2));
}
