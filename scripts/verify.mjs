#!/usr/bin/env node
/*
 * Verifies a pack, a company's file or a file of activity (docs/topics/proof.md), offline: with nothing but Node 20, from
 * this one file wherever it was copied to. It imports nothing of the product, so that it says the same when the product
 * is gone.
 */
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';

const USAGE = `npm run verify -- FILE [--key KEY] [--head HEAD]

  FILE   a ZIP with a manifest.json (a pack, a company's file), that manifest.json beside
         what was unpacked, or a file of activity (.jsonl)
  KEY    the fingerprint of the installation's key, or a file with the key:
         as GET /api/proof/key answers it, or as PEM
  HEAD   a head that came another way, such as by the owner's monthly mail`;

/** Milliseconds after which it is said that something was sealed late: it waited, or was put in afterwards. */
const LATE_MS = 24 * 3_600_000;

/** Milliseconds after which whatever was done should be sealed, and by which a clock may be wrong. */
const SEALED_WITHIN_MS = 10 * 60_000;

/** Events of a seal at most. */
const MOST_EVENTS = 1_024;

/** Bytes of a manifest, and of a line, at most: they are in memory. */
const MOST_BYTES = { manifest: 256 * 1024 * 1024, line: 16 * 1024 * 1024 };

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

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isHash = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isSalt = (value) => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);
const isMoment = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);
const isCount = (value) => Number.isSafeInteger(value) && value > 0;

/** What an object says of a name itself: nothing is inherited. */
const own = (object, name) => (isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined);

/** The types of seals. What one of the first said was deleted needn't be shown to have been a note. */
const SEALS = ['anupalan.seal.1', 'anupalan.seal.2'];

/** The types of events. The third says of one that it came from a company's file. */
const EVENTS = ['anupalan.event.1', 'anupalan.event.2', 'anupalan.event.3'];

const isSeal = (seal) =>
  isObject(seal) &&
  SEALS.includes(seal.type) &&
  isCount(seal.count) &&
  seal.count <= MOST_EVENTS &&
  isHash(seal.root) &&
  [seal.at, seal.from, seal.to].every(isMoment);

const isEvent = (event) =>
  isObject(event) &&
  EVENTS.includes(event.type) &&
  (event.imported === undefined || (event.imported === true && event.type === EVENTS.at(-1))) &&
  [event.source, event.id].every((text) => typeof text === 'string') &&
  isMoment(event.at) &&
  isObject(event.of) &&
  isObject(event.content) &&
  Object.values(event.content).every(isHash);

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
        const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
        this.#keys.set(fingerprint, key.asymmetricKeyType === 'ed25519' ? key : null);
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

/**
 * Activity that says of a record or a file that contents of it were changed or deleted: of which source, and which content;
 * null: all. What it was changed to stands in that activity, under the same name.
 */
const REMOVALS = new Map([
  ['status-history.change-note', { source: 'status', field: 'note' }],
  ['status-history.delete-note', { source: 'status', field: null }],
  ['payment-dates.delete', { source: 'payment', field: null }],
  ['submission-dates.delete', { source: 'submission', field: null }],
  ['evidence.describe', { source: 'evidence', field: 'document' }],
]);

/** Whether a removal is of a content of an event; `act` is what is known of that, where it is of the activity itself. */
function removes(removal, { source }, field, act) {
  if (source !== 'activity') return removal.source === source && [null, field].includes(removal.field);
  const change = REMOVALS.get(act?.what);
  return change?.field === field && change.source === removal.source;
}

/** Why contents are left out, and of which event and field that may be said. */
const LEFT = new Map([
  ['plan', { why: 'as the plan of the company has no notes', fits: (_, field) => ['note', 'check'].includes(field) }],
  ['obligation', { why: 'as their obligation was deleted', fits: ({ of }) => of?.item !== undefined }],
]);

/** What an obligation takes along that is merged into another: of what was recorded for a day of it, that day too. */
const MERGED = new Map([
  ...['status', 'evidence', 'evidence-removal'].map((source) => [source, ['item', 'day']]),
  ...['payment', 'submission'].map((source) => [source, ['item']]),
]);

/** Reads a file of activity line by line and compares everything in it with everything else. */
export class ActivityReader {
  #lines = 0;
  #hash = createHash('sha256');
  #seals = [];
  #ids = new Set();
  /** The latest moment of a seal. */
  #latest = Number.NEGATIVE_INFINITY;
  #last = { seal: 0, position: -1 };
  #held = new Map();
  #removed = [];
  #elsewhere = [];
  #acts = new Map();
  /** What statuses were recorded as, by their ids, as far as it is shown and is what was sealed. */
  #statuses = new Map();
  #untold = [];
  #end = null;
  #waiting = [];
  #isCut = false;
  #left = new Map();
  #moved = [];
  #late = [];
  /** How many events came from a company's file. */
  #imported = 0;
  #early = [];
  #backwards = [];
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
      else if (line?.waiting) this.#readWaiting(line.waiting);
      else this.fault(`line ${this.#lines} says nothing that is known`);
    }
  }

  fault(text) {
    this.findings.fault(`${this.where}: ${text}`);
  }

  #readBegin(line) {
    if (!['anupalan.activity.1', 'anupalan.activity.2'].includes(line?.type)) {
      throw new Unreadable(`${this.where} is no file of activity that this program knows`);
    }
    if (!isMoment(line.made)) throw new Unreadable(`${this.where} does not say when it was made`);
    this.begin = line;
    this.key = this.keys.add(line.key, this.where);
  }

  #readSeal({ seal, signature }) {
    const number = this.#seals.length + 1;
    if (!isSeal(seal)) return this.fault(`line ${this.#lines} is no seal as seals are written`);
    const head = sha256(PREFIX.seal, canonicalJson(seal)).toString('hex');
    const name = `seal ${seal.number}`;
    if (seal.number !== number) this.fault(`${name} stands where seal ${number} belongs`);
    if (seal.chain !== this.begin?.chain) this.fault(`${name} is of another company`);
    if (seal.previous !== (this.newest?.head ?? null)) this.fault(`${name} does not follow the seal before it`);
    if (SEALS.indexOf(seal.type) < SEALS.indexOf(this.newest?.type)) {
      this.fault(`${name} is of an older type than the seal before it`);
    }
    if (!this.keys.isSigned(this.key, seal, signature)) this.fault(`${name} does not have the signature of the key`);
    const at = Date.parse(seal.at);
    if (this.#latest - at > SEALED_WITHIN_MS) this.#backwards.push(`${name} of ${seal.at}`);
    // A seal that says an older time than one before it can't have been made then.
    this.#latest = Math.max(this.#latest, at);
    this.#seals.push({ ...seal, head, latest: this.#latest });
  }

  #readWaiting(event) {
    const isKnown =
      isObject(event) && isMoment(event.at) && [event.source, event.id].every((text) => typeof text === 'string');
    if (isKnown) this.#waiting.push(event);
    else this.fault(`line ${this.#lines} says nothing that is known`);
  }

  #readEvent(line) {
    const { event, seal: number, position, path: siblings, contents = {} } = line;
    if (!(isEvent(event) && Array.isArray(siblings) && siblings.every(isHash) && isObject(contents))) {
      return this.fault(`line ${this.#lines} is no event as events are written`);
    }
    const name = `${event.source} ${event.id} of ${event.at}`;
    const seal = Number.isSafeInteger(number) ? this.#seals[number - 1] : undefined;
    const leaf = sha256(PREFIX.leaf, canonicalJson(event));
    if (!seal) return this.fault(`${name} is said to be in seal ${number}, which is not there`);
    const root = rootOf(leaf, { position, count: seal.count, path: siblings });
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
    for (const [field, hash] of Object.entries(event.content)) {
      if (this.#readContent({ name, field, hash, event, place }, line)) compared.set(field, contents[field].value);
    }
    for (const field of Object.keys(contents)) {
      if (!Object.hasOwn(event.content, field)) this.fault(`${name}: its ${field} was never sealed`);
    }
    const age = seal.latest - Date.parse(event.at);
    if (event.imported) this.#imported++;
    else if (age > LATE_MS) this.#late.push(name);
    if (age < -SEALED_WITHIN_MS) this.#early.push(name);
    this.#remember(event, place, compared);
    if (event.source === 'status') this.#statuses.set(event.id, compared.get('status'));
    this.#compareNow(name, event, line);
  }

  /** Whatever is shown is hashed. @returns whether it is what was sealed */
  #readContent(of, line) {
    const { name, field, hash, event } = of;
    const [shown, left, removed, elsewhere] = ['contents', 'left', 'removed', 'elsewhere'].map((place) =>
      own(line[place], field),
    );
    if ([shown, left, removed, elsewhere].filter((said) => said !== undefined).length > 1) {
      this.fault(`${name}: its ${field} is said to be more than one of shown, left out and removed`);
    }
    if (shown !== undefined) return this.#compareContent({ name, field, hash, shown });
    if (removed !== undefined) this.#removed.push({ ...of, by: removed });
    else if (elsewhere !== undefined) this.#elsewhere.push({ ...of, by: elsewhere });
    else if (left === undefined) this.#faultMissing(name, field);
    else if (LEFT.get(left)?.fits(event, field)) this.#left.set(left, (this.#left.get(left) ?? 0) + 1);
    else this.fault(`${name}: its ${field} is left out for a reason that it cannot have (${canonicalJson(left)})`);
    return false;
  }

  #compareContent({ name, field, hash, shown }) {
    if (shown?.value === undefined) return this.#faultMissing(name, field);
    // Of another length it could have a part of the value, and leave another one: 12 of 1234.5.
    const salt = isSalt(shown.salt) ? Buffer.from(shown.salt, 'hex') : null;
    if (salt && sha256(salt, canonicalJson(shown.value)).toString('hex') === hash) return true;
    this.fault(`${name}: its ${field} is not what was sealed`);
    return false;
  }

  #faultMissing(name, field) {
    this.fault(`${name}: its ${field} is missing, and nothing says that it was removed`);
    return false;
  }

  #remember({ source, id, of }, place, compared) {
    const thing = own(of, 'record') ?? own(compared.get('about'), 'evidenceId');
    if (source === 'activity') this.#acts.set(id, { what: compared.get('what'), thing, place });
    if (source === 'evidence-removal') this.removedEvidence.add(id);
    if (source === 'evidence' && compared.has('sha256')) this.evidence.set(id, compared.get('sha256'));
  }

  /**
   * Nothing of a row may change but what was recorded with an obligation that was merged into another, which the first
   * files said in another way.
   */
  #compareNow(name, event, { now, merged }) {
    const isFirst = this.begin.type === 'anupalan.activity.1';
    const of = isFirst ? now?.of : merged;
    const isMoved =
      isObject(of) &&
      Object.keys(of).every((key) => MERGED.get(event.source)?.includes(key)) &&
      (isFirst || typeof of.item === 'string');
    if (isMoved) {
      const changes = Object.keys(of).map(
        (key) => `${key} ${canonicalJson(own(event.of, key) ?? null)}, now ${canonicalJson(of[key])}`,
      );
      this.#moved.push(`${name}: ${changes.join('; ')}`);
    } else if (merged !== undefined) this.fault(`${name} is said to be merged, as nothing can be`);
    for (const [key, value] of Object.entries(now ?? {})) {
      if (isFirst && isMoved && key === 'of') continue;
      const was = canonicalJson(own(event, key) ?? null);
      this.fault(`${name}: ${key} was ${was} when it was sealed, and is ${canonicalJson(value)} now`);
    }
  }

  #readEnd({ end, signature }) {
    this.#end = isObject(end) ? end : {};
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
    const waiting = new Set(this.#waiting.map(({ source, id }) => `${source} ${id}`));
    for (const removal of this.#elsewhere) this.#judgeElsewhere(removal, waiting);
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

  /** Events whose obligation, and day, are others since a merge. */
  get merged() {
    return this.#moved.length;
  }

  /** Contents whose removal isn't sealed in the file. */
  get goneElsewhere() {
    return this.#elsewhere.length;
  }

  /** An event removes what its kind removes, of its own record or file, and only what was sealed before it. */
  #judgeRemoval(gone) {
    const { name, field, by, event, place } = gone;
    const remover = this.#acts.get(by);
    const removal = REMOVALS.get(remover?.what);
    const act = this.#acts.get(event.id);
    const thing = event.source === 'activity' ? act?.thing : event.id;
    const fits = removal && removes(removal, event, field, act) && thing !== undefined && thing === remover.thing;
    if (!fits) this.fault(`${name}: its ${field} is said to be removed by ${by}, which says nothing of it`);
    else if (!isBefore(place, remover.place)) {
      this.fault(`${name}: its ${field} is said to be removed by ${by}, which was sealed before it`);
    } else this.#judgeNote(gone, this.#isOfFirst(remover.place));
  }

  /** Only notes are changed and deleted, and a sealed status shows by its salt whether it was one. */
  #judgeNote({ name, field, by, event, place }, isOfFirst) {
    if (event.source !== 'status') return;
    const said = `${name}: its ${field} is said to be removed by ${by}`;
    const status = this.#statuses.get(event.id);
    if (own(event.of, 'record') !== undefined || ![undefined, 'NOTE'].includes(status)) {
      this.fault(`${said}, and it was no note`);
    } else if (status !== undefined) return;
    else if (isOfFirst && this.#isOfFirst(place)) this.#untold.push(`${name}: its ${field}`);
    else this.fault(`${said}, and nothing shows that it was a note`);
  }

  #isOfFirst({ seal }) {
    return this.#seals[seal - 1]?.type === SEALS[0];
  }

  /** What was removed by an event that isn't sealed here: one that waits, or that no part of the activity has. */
  #judgeElsewhere(gone, waiting) {
    const { name, field, by, event } = gone;
    const act = this.#acts.get(event.id);
    const isHere = this.#acts.has(by);
    const isNowhere = this.begin.complete && !waiting.has(`activity ${by}`) && !this.#isCut;
    const fits = [...REMOVALS.values()].some((removal) => removes(removal, event, field, act));
    if (isHere || isNowhere || !fits) {
      this.fault(`${name}: its ${field} is said to be removed by ${by} later on, which cannot be`);
    } else this.#judgeNote(gone, !waiting.has(`activity ${by}`));
  }

  /** Sealing takes a minute. What no sealing finds was put in past it; what one finds had the time of long ago, or waits for it. */
  #tellNeverSealed() {
    const made = Math.max(Date.parse(this.begin.made), this.#latest);
    const old = this.#waiting.filter(({ at }) => !(made - Date.parse(at) <= SEALED_WITHIN_MS));
    const namesOf = (events) => events.map(({ source, id, at }) => `${source} ${id} of ${at}`);
    tellNames(
      this.findings,
      'not sealed yet, though from long before the file was made, as what was just approved or imported is',
      namesOf(old.filter(({ next }) => next === true)),
    );
    tellNames(
      this.findings,
      'NOT SEALED, though from long before the file was made: whoever owns the database could have put it in',
      namesOf(old.filter(({ next }) => next !== true)),
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
      [this.#imported, "came from a company's file, which alone says who did them and when: events"],
      ...[...this.#left].map(([left, count]) => [count, `not shown, ${LEFT.get(left).why}: contents`]),
    ];
    for (const [count, text] of told) if (count > 0) remarks.push(`${text} ${count}`);
    const namesOf = (removals) => removals.map(({ name, field, by }) => `${name}: its ${field}, by activity ${by}`);
    tellNames(this.findings, 'removed or changed later, each by an event of its own: contents', namesOf(this.#removed));
    tellNames(
      this.findings,
      'removed or changed by an event that is not sealed in this file: contents',
      namesOf(this.#elsewhere),
    );
    tellNames(
      this.findings,
      'removed before deleted notes were shown to be notes, so that a recorded status could have been deleted: contents',
      this.#untold,
    );
    tellNames(this.findings, 'now under the obligation or day into which theirs was merged: events', this.#moved);
    if (this.#isCut) remarks.push('and more that are not sealed, which the file does not name');
    this.#tellNeverSealed();
    tellNames(this.findings, 'seals that say an earlier time than a seal before them', this.#backwards);
    tellNames(this.findings, 'events that say a later time than their seal', this.#early);
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
  let parts = [];
  let length = 0;
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, end)]).toString();
      [parts, length, from] = [[], 0, end + 1];
    }
    parts.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > MOST_BYTES.line) throw new Unreadable('a line of it is too long');
  }
  if (length > 0) yield Buffer.concat(parts).toString();
}

/**
 * What a text says in JSON, or null. It has to be written as we would write it: whoever reads another one of two keys of
 * one name, or another number, would read something else than what is compared here.
 */
function parse(text) {
  try {
    const value = JSON.parse(text);
    return JSON.stringify(value).length === text.length ? value : null;
  } catch {
    return null;
  }
}

/** What was unpacked, beside its manifest. */
class Folder {
  /** What is wrong with how the files lie there. */
  faults = [];

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

  /** The files of folders that the manifest names; whatever else lies beside it belongs to somebody else. */
  async names(listed) {
    const folders = new Set(listed.flatMap((name) => (name.includes('/') ? [name.split('/')[0]] : [])));
    const names = [];
    for (const folder of folders) {
      const found = await readdir(path.join(this.folder, folder), { recursive: true }).catch(() => []);
      for (const inside of found) {
        const name = `${folder}/${inside.split(path.sep).join('/')}`;
        if ((await this.sizeOf(name)) !== null) names.push(name);
      }
    }
    return names;
  }
}

const SIGNATURE = {
  descriptor: 0x08074b50,
  entry: 0x02014b50,
  local: 0x04034b50,
  end: 0x06054b50,
  largeEnd: 0x06064b50,
  locator: 0x07064b50,
};

/** A field of an entry that has another name for programs that look for it. */
const UNICODE_NAME = 0x7075;

/** What stands before an entry's bytes: nothing where it wasn't known yet, or that it stands in a field of its own. */
const saysSize = (said, size) => said === size || said === 0xffffffff;

/** Bytes that may stand after an entry whose size wasn't known when it was written, and where in them what stands. */
const DESCRIPTORS = new Map([
  [12, { checksum: 0, large: false }],
  [16, { checksum: 4, large: false }],
  [20, { checksum: 0, large: true }],
  [24, { checksum: 4, large: true }],
]);

/** The CRC-32 of bytes that follow others with a CRC-32; the first Node 20 has none of its own. */
const crc32 =
  zlib.crc32 ??
  ((bytes, before) => {
    let sum = ~before;
    for (const byte of bytes) {
      sum ^= byte;
      for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
    }
    return ~sum >>> 0;
  });

/**
 * The files of a ZIP by its directory: stored or deflated ones, as large as they like (ZIP64). Programs that read it from
 * its beginning have to find the same: nothing may stand between the entries, and their own headers say what it says.
 */
export class Zip {
  #entries = new Map();
  /** What is wrong with the archive itself. */
  faults = [];

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
      const directory = await this.#findDirectory(read, size);
      const count = this.#readDirectory(await read(directory.start, directory.length));
      if (count !== directory.count || directory.start + directory.length !== directory.end) {
        this.faults.push('the directory of the ZIP is not what its end says');
      }
      await this.#compareHeaders(read, directory.start);
      return this;
    } finally {
      await handle.close();
    }
  }

  /** Finds the directory by the end of the ZIP. */
  async #findDirectory(read, size) {
    const from = Math.max(0, size - 65_557);
    const tail = await read(from, 65_557);
    const at = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
    if (at === -1 || at + 22 > tail.length) throw new Unreadable('it is no ZIP, or its end was cut off');
    if (from + at + 22 !== size) this.faults.push('something stands after the end of the ZIP');
    const isLarge = at >= 20 && tail.readUInt32LE(at - 20) === SIGNATURE.locator;
    if (!isLarge) {
      const [length, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
      return { count: tail.readUInt16LE(at + 10), length, start, end: from + at };
    }
    const large = Number(tail.readBigUInt64LE(at - 20 + 8));
    const end = await read(large, 56);
    if (end.length < 56 || end.readUInt32LE(0) !== SIGNATURE.largeEnd) throw new Unreadable('its end is none of a ZIP');
    if (large + 56 + 20 !== from + at) this.faults.push('something stands before the end of the ZIP');
    const [count, length, start] = [32, 40, 48].map((offset) => Number(end.readBigUInt64LE(offset)));
    return { count, length, start, end: large };
  }

  /** @returns how many entries there are */
  #readDirectory(bytes) {
    let count = 0;
    const folded = new Set();
    for (let at = 0; at + 46 <= bytes.length && bytes.readUInt32LE(at) === SIGNATURE.entry; count++) {
      const [names, extras, comments] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
      const bytesOfName = bytes.subarray(at + 46, at + 46 + names);
      const name = bytesOfName.toString();
      const extra = bytes.subarray(at + 46 + names, at + 46 + names + extras);
      const numbers = [24, 20, 42].map((offset) => bytes.readUInt32LE(at + offset));
      const [size, packed, start] = largeNumbers(extra, numbers);
      const [flags, method] = [8, 10].map((offset) => bytes.readUInt16LE(at + offset));
      const checksum = bytes.readUInt32LE(at + 16);
      const key = name.toLowerCase().normalize('NFC');
      if (this.#entries.has(name)) this.faults.push(`${name} is in the ZIP twice`);
      else if (folded.has(key)) this.faults.push(`${name} is in the ZIP twice for systems that know no capitals`);
      folded.add(key);
      const isLink = ((bytes.readUInt32LE(at + 38) >>> 16) & 0xf000) === 0xa000;
      const isAscii = /^[\x20-\x7e]*$/.test(name);
      if (
        isLink ||
        hasField(extra, UNICODE_NAME) ||
        !(isAscii || flags & 0x800) ||
        !Buffer.from(name).equals(bytesOfName)
      ) {
        this.faults.push(`${name} is another file for other programs`);
      }
      if (name.endsWith('/') && packed > 2) this.faults.push(`${name} is a folder that has bytes`);
      this.#entries.set(name, { size, packed, start, method, flags, bytesOfName, checksum });
      at += 46 + names + extras + comments;
    }
    return count;
  }

  async #compareHeaders(read, directory) {
    let [reached, last] = [0, null];
    const inOrder = [...this.#entries].sort(([, one], [, other]) => one.start - other.start);
    for (const [name, entry] of inOrder) {
      const { start, size, packed, method, flags, bytesOfName } = entry;
      const header = await read(start, 30 + bytesOfName.length);
      const isSame =
        header.length === 30 + bytesOfName.length &&
        header.readUInt32LE(0) === SIGNATURE.local &&
        header.readUInt16LE(6) === flags &&
        header.readUInt16LE(8) === method &&
        header.readUInt16LE(26) === bytesOfName.length &&
        header.subarray(30).equals(bytesOfName) &&
        saysSize(header.readUInt32LE(18), flags & 8 ? 0 : packed) &&
        saysSize(header.readUInt32LE(22), flags & 8 ? 0 : size);
      const extra = isSame ? await read(start + header.length, header.readUInt16LE(28)) : null;
      if (!extra || hasField(extra, UNICODE_NAME)) {
        throw new Unreadable(`${name} cannot be found where the directory of the ZIP says`);
      }
      if (![0, 8].includes(method) || flags & 1) throw new Unreadable(`${name} cannot be unpacked`);
      await this.#judgeGap(read, { last, reached, until: start });
      last = name;
      if (!(flags & 8)) this.#judgeChecksum(name, header.readUInt32LE(14));
      entry.from = start + header.length + extra.length;
      reached = entry.from + packed;
    }
    await this.#judgeGap(read, { last, reached, until: directory });
  }

  /** Between entries stands nothing but, of the last one, what couldn't stand before its bytes. */
  async #judgeGap(read, { last, reached, until }) {
    if (until === reached) return;
    const { size, packed, flags } = this.#entries.get(last) ?? { flags: 0 };
    const { checksum, large } = (flags & 8 && DESCRIPTORS.get(until - reached)) || {};
    if (checksum === undefined) {
      this.faults.push(`the ZIP has bytes at ${reached} that belong to none of its files`);
      return;
    }
    const bytes = await read(reached, until - reached);
    if (checksum === 4 && bytes.readUInt32LE(0) !== SIGNATURE.descriptor) {
      this.faults.push(`the ZIP has bytes at ${reached} that belong to none of its files`);
    }
    const sizes = [0, 1].map((n) =>
      large ? Number(bytes.readBigUInt64LE(checksum + 4 + 8 * n)) : bytes.readUInt32LE(checksum + 4 + 4 * n),
    );
    this.#judgeChecksum(last, bytes.readUInt32LE(checksum));
    if (sizes[0] !== packed || sizes[1] !== size) {
      this.faults.push(`${last} has another size beside its bytes than in the directory of the ZIP`);
    }
  }

  #judgeChecksum(name, checksum) {
    if (checksum === this.#entries.get(name).checksum) return;
    this.faults.push(`${name} has another CRC-32 beside its bytes than in the directory of the ZIP`);
  }

  names() {
    return [...this.#entries.keys()].filter((name) => !name.endsWith('/'));
  }

  async sizeOf(name) {
    return this.#entries.get(name)?.size ?? null;
  }

  async *read(name) {
    const entry = this.#entries.get(name);
    let checksum = 0;
    for await (const chunk of this.#unpack(entry)) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    if (checksum === entry.checksum || entry.isTold) return;
    entry.isTold = true;
    this.faults.push(`${name} does not have the CRC-32 that the directory of the ZIP says`);
  }

  async *#unpack({ from, packed, method }) {
    if (packed === 0) return;
    const bytes = createReadStream(this.file, { start: from, end: from + packed - 1 });
    const unpacked = method === 0 ? bytes : bytes.pipe(zlib.createInflateRaw());
    try {
      yield* unpacked;
      if (unpacked !== bytes && unpacked.bytesWritten !== packed) throw new Error('it has bytes after its end');
    } finally {
      bytes.destroy();
    }
  }
}

function* fieldsOf(extra) {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    yield { id: extra.readUInt16LE(at), bytes: extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2)) };
  }
}

const hasField = (extra, wanted) => [...fieldsOf(extra)].some(({ id }) => id === wanted);

/** The numbers of an entry that didn't fit its own fields stand in an extra one, in this order. */
function largeNumbers(extra, numbers) {
  const large = [...fieldsOf(extra)].find(({ id }) => id === 1)?.bytes;
  let next = 0;
  return numbers.map((number) => {
    if (number !== 0xffffffff || !large) return number;
    next += 8;
    return Number(large.readBigUInt64LE(next - 8));
  });
}

/** Signs that a terminal obeys, or that turn round how a name is read. */
const HIDING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const isInside = (name) => !/^[/\\]|^\w:|\\|\0|(^|\/)\.\.(\/|$)/.test(name);

/** Compares a ZIP, or what was unpacked, with its manifest, and reads the file of activity in it. */
async function verifyManifest(files, { findings, keys }) {
  const manifest = await readManifest(files);
  const { signature, ...said } = manifest;
  if (!keys.isSigned(keys.add(manifest.key, 'manifest.json'), said, signature)) {
    findings.fault('manifest.json does not have the signature of the key: it was altered');
  }
  const listed = new Set(['manifest.json']);
  let bytes = 0;
  for (const file of manifest.files) {
    if (listed.has(file.path)) findings.fault(`${file.path} is in the manifest twice`);
    listed.add(file.path);
    bytes += file.size;
    await compareFile(files, file, findings);
  }
  for (const name of await files.names([...listed])) {
    if (!listed.has(name)) findings.fault(`${name} is there, and not in the manifest`);
  }
  for (const fault of files.faults) findings.fault(fault);
  const { activity: where } = manifest;
  if (!listed.has(where)) findings.fault(`${where} is the file of activity, and the manifest does not list it`);
  if (!isInside(where) || (await files.sizeOf(where)) === null) throw new Unreadable(`${where} is missing`);
  const activity = await readActivity(files.read(where), { findings, keys, where });
  compareActivity(manifest, activity, findings);
  findings.facts.push(['Files', `${manifest.files.length}, ${bytes.toLocaleString('en-IN')} bytes`]);
  return activity;
}

const isListed = (file) =>
  isObject(file) &&
  typeof file.path === 'string' &&
  Number.isSafeInteger(file.size) &&
  file.size >= 0 &&
  isHash(file.sha256) &&
  ['undefined', 'string'].includes(typeof file.evidence);

async function readManifest(files) {
  if ((await files.sizeOf('manifest.json')) === null) throw new Unreadable('it has no manifest.json');
  const chunks = [];
  let bytes = 0;
  for await (const chunk of files.read('manifest.json')) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MOST_BYTES.manifest) throw new Unreadable('manifest.json is too large');
  }
  const manifest = parse(Buffer.concat(chunks).toString().trimEnd());
  if (manifest?.type !== 'anupalan.manifest.1') throw new Unreadable('manifest.json is none of Anupalan');
  if (!(Array.isArray(manifest.files) && manifest.files.every(isListed) && typeof manifest.activity === 'string')) {
    throw new Unreadable('manifest.json does not list files as manifests do');
  }
  return manifest;
}

async function compareFile(files, { path: name, size, sha256: sealed }, findings) {
  if (!isInside(name)) return findings.fault(`${name} leads out of the folder`);
  if (name.search(HIDING) !== -1) findings.fault(`${name} has signs in its name that hide others`);
  if (/[<>:"|?*]/.test(name)) findings.fault(`${name} is another name for some systems`);
  const found = await files.sizeOf(name);
  if (found === null) return findings.fault(`${name} is missing`);
  if (found !== size) return findings.fault(`${name} has ${found} bytes, and the manifest says ${size}`);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of files.read(name)) {
      hash.update(chunk);
      bytes += chunk.length;
      if (bytes > size) return findings.fault(`${name} has more than the ${size} bytes that it says`);
    }
  } catch (error) {
    return findings.fault(`${name} cannot be read: ${error.message}`);
  }
  if (bytes !== size) findings.fault(`${name} has ${bytes} bytes, and says ${size}`);
  else if (hash.digest('hex') !== sealed) findings.fault(`${name} does not have the bytes that the manifest says`);
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
  if (manifest.key?.fingerprint !== activity.begin.key?.fingerprint) {
    findings.fault('the activity is signed by another key than the manifest');
  }
  compareEvidence(manifest, activity, findings);
}

/** What a pack and a company's file call evidence, whether or not the manifest says of which event. */
const isEvidence = ({ path: name, evidence }) => evidence !== undefined || name.toLowerCase().startsWith('evidence/');

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
  tellNames(
    findings,
    'files of evidence that was removed since',
    files.filter(({ evidence }) => activity.removedEvidence.has(evidence)).map((file) => file.path),
  );
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
  const said = readKeyFile(text);
  const key = said?.publicKey ? { key: Buffer.from(said.publicKey, 'base64'), format: 'der', type: 'spki' } : text;
  return sha256(createPublicKey(key).export({ format: 'der', type: 'spki' })).toString('hex');
}

/** The answer of `GET /api/proof/key`, however somebody laid it out; null for another file. */
function readKeyFile(text) {
  try {
    const json = JSON.parse(text);
    return json?.data ?? json;
  } catch {
    return null;
  }
}

/**
 * Verifies a file.
 * @param {string} file
 * @param {{ key?: string | null, head?: string | null }} given
 * @returns what was found; {@link Unreadable} when there is nothing to verify
 */
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
    [activity.goneElsewhere, 'contents whose removal is not sealed in this file'],
    [activity.merged, 'obligations and days of what was merged'],
    [activity.waiting, 'events that are not sealed'],
    [activity.unsealedFiles, 'files of evidence'],
  ].flatMap(([many, what]) => (many > 0 ? [`${what} (${many})`] : []));
  const rest = not.length > 0 ? ` Compared with no seal: ${not.join(', ')}.` : '';
  if (!head && !key)
    return `It agrees with itself only: whoever could change it could have made all of it anew. Give --key and --head to know more.${rest}`;
  const until = head && tellUntil(head, activity);
  if (key && head) return `Verified: it is signed by the key that you gave, and ${until}.${rest}`;
  if (head) {
    return `Verified by the head alone: ${until}. What came after it agrees with itself only, as do the name of the company and each file that no seal names.${rest}`;
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

/** A line as it can be shown: what a file says can neither end it nor take anything back. */
function plain(text) {
  return text.replace(HIDING, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`);
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
    process.stdout.write(`${lines.map(plain).join('\n')}\n`);
    return count > 0 ? 1 : 0;
  } catch (error) {
    process.stderr.write(`${plain(`${files[0]} cannot be verified: ${error.message}`)}\n`);
    return 2;
  }
}

if (process.argv[1] && (await realpath(process.argv[1])) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2));
}
