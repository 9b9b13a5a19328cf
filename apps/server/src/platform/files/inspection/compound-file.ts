/** Entries that a compound file has at most: a mail to a thousand people has some ten thousand. */
const MOST_ENTRIES = 20_000;

/** Bytes of a header, of an entry, and of a sector of the small streams. */
const HEADER = 512;
const ENTRY = 128;
const SMALL_SECTOR = 64;

/** Sector numbers from this one on are marks: the end of a chain, or a free sector. */
const FIRST_MARK = 0xfffffffa;
const NONE = 0xffffffff;

/** A storage or a stream of a compound file. */
export interface CompoundEntry {
  readonly name: string;
  /** 1 for what lies in the root; null for the root itself, and for what no storage leads to. */
  readonly depth: number | null;
}

interface RawEntry {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

/**
 * The directory of a compound file: the container of old office documents and of Outlook's messages (MS-CFB). Each sector
 * and each entry is read once, whatever the file says of their order, so that the work is in proportion to the file.
 */
export class CompoundFile {
  readonly entries: readonly CompoundEntry[];
  readonly #bytes: Buffer;
  readonly #sectorSize: number;
  /** The sectors that the allocation table is in. */
  readonly #table: readonly number[];
  readonly #raw: readonly RawEntry[];
  /** Streams of fewer bytes lie in the root's own stream, in small sectors. */
  readonly #smallBelow: number;

  /** @throws when the file can't be read */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    const shift = bytes.readUInt16LE(30);
    if (shift !== 9 && shift !== 12) throw new Error('The sectors have an unknown size');
    this.#sectorSize = 2 ** shift;
    this.#smallBelow = bytes.readUInt32LE(56);
    this.#table = this.#listTable();
    this.#raw = [...this.#readEntries()];
    const depths = this.#measureDepths();
    this.entries = this.#raw.map(({ name }, at) => ({ name, depth: depths.get(at) ?? null }));
  }

  /** The first bytes of a stream in the root, within its first sector; empty where there is none of the name. */
  beginningOf(name: string, length: number): Buffer {
    const [first = Buffer.alloc(0)] = this.#read(name);
    return first.subarray(0, length);
  }

  /** A stream in the root; empty where there is none of the name. */
  contentOf(name: string): Buffer {
    return Buffer.concat([...this.#read(name)]);
  }

  *#read(name: string): Generator<Buffer> {
    const at = this.entries.findIndex((entry) => entry.name === name && entry.depth === 1);
    const entry = this.#raw[at];
    if (!entry) return;
    const { start, size } = entry;
    let left = size;
    for (const piece of size < this.#smallBelow ? this.#readSmall(start) : this.#readLarge(start)) {
      yield piece.subarray(0, left);
      left -= piece.length;
      if (left <= 0) return;
    }
  }

  *#readLarge(start: number): Generator<Buffer> {
    for (const sector of this.#follow(start)) yield this.#take(this.#placeOf(sector), this.#sectorSize);
  }

  *#readSmall(start: number): Generator<Buffer> {
    const table = [...this.#follow(this.#bytes.readUInt32LE(60))];
    const root = [...this.#follow(this.#raw[0]?.start ?? NONE)];
    for (const small of this.#walk(start, table)) {
      const inRoot = small * SMALL_SECTOR;
      const sector = root[Math.floor(inRoot / this.#sectorSize)];
      if (sector === undefined) throw new Error('A stream lies outside of the file');
      yield this.#take(this.#placeOf(sector) + (inRoot % this.#sectorSize), SMALL_SECTOR);
    }
  }

  #take(from: number, length: number): Buffer {
    return this.#bytes.subarray(from, from + length);
  }

  #placeOf(sector: number): number {
    return (sector + 1) * this.#sectorSize;
  }

  #listTable(): number[] {
    const sectors: number[] = [];
    for (let at = 76; at < HEADER; at += 4) sectors.push(this.#bytes.readUInt32LE(at));
    const seen = new Set<number>();
    let more = this.#bytes.readUInt32LE(68);
    while (more < FIRST_MARK && !seen.has(more)) {
      seen.add(more);
      const from = this.#placeOf(more);
      const last = from + this.#sectorSize - 4;
      for (let at = from; at < last; at += 4) sectors.push(this.#bytes.readUInt32LE(at));
      more = this.#bytes.readUInt32LE(last);
    }
    return sectors.filter((sector) => sector < FIRST_MARK);
  }

  #follow(first: number): Generator<number> {
    return this.#walk(first, this.#table);
  }

  /**
   * The sectors of a chain, each once. @param table the sectors with the number of each one's next
   * @throws when it leads in a circle, or out of the file
   */
  *#walk(first: number, table: readonly number[]): Generator<number> {
    const perSector = this.#sectorSize / 4;
    const seen = new Set<number>();
    for (let sector = first; sector < FIRST_MARK; ) {
      if (seen.has(sector)) throw new Error('A chain leads in a circle');
      seen.add(sector);
      yield sector;
      const part = table[Math.floor(sector / perSector)];
      if (part === undefined) throw new Error('A chain leads out of the file');
      sector = this.#bytes.readUInt32LE(this.#placeOf(part) + 4 * (sector % perSector));
    }
  }

  *#readEntries(): Generator<RawEntry> {
    let count = 0;
    for (const sector of this.#follow(this.#bytes.readUInt32LE(48))) {
      const from = this.#placeOf(sector);
      for (let at = from; at < from + this.#sectorSize; at += ENTRY) {
        if (++count > MOST_ENTRIES) throw new Error('There are too many entries');
        yield this.#readEntry(at);
      }
    }
  }

  #readEntry(at: number): RawEntry {
    const nameBytes = Math.min(64, this.#bytes.readUInt16LE(at + 64));
    return {
      name: this.#bytes.toString('utf16le', at, at + Math.max(0, nameBytes - 2)),
      left: this.#bytes.readUInt32LE(at + 68),
      right: this.#bytes.readUInt32LE(at + 72),
      child: this.#bytes.readUInt32LE(at + 76),
      start: this.#bytes.readUInt32LE(at + 116),
      size: this.#bytes.readUInt32LE(at + 120),
    };
  }

  /** How deep each entry lies, by its place in the directory. */
  #measureDepths(): ReadonlyMap<number, number> {
    const depths = new Map<number, number>();
    const open = [{ at: this.#raw[0]?.child ?? NONE, depth: 1 }];
    for (let next = open.pop(); next; next = open.pop()) {
      const { at, depth } = next;
      const entry = this.#raw[at];
      if (!entry || depths.has(at)) continue;
      depths.set(at, depth);
      open.push({ at: entry.left, depth }, { at: entry.right, depth }, { at: entry.child, depth: depth + 1 });
    }
    return depths;
  }
}
