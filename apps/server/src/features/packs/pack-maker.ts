import { createHash } from 'node:crypto';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import { requirePermission } from '../../identity/sessions.ts';
import { openBytes } from '../../platform/files/store/open-bytes.ts';
import { writeTable } from '../../platform/files/tables/write-table.ts';
import { writeZip, type ZipEntry } from '../../platform/files/zip/write-zip.ts';
import type { Services } from '../../services.ts';
import { beginActivityFile } from '../activity/seal/activity-file.ts';
import { sealRound } from '../activity/seal/commands-rounds.ts';
import { type ListedFile, signManifest } from '../activity/seal/manifest.ts';
import { getCompany } from '../companies/queries.ts';
import { CatalogueInMemory } from '../compliance-items/queries-edition.ts';
import type { Maker, Making } from '../prepared-files/maker.ts';
import { readCatalogueVersion } from '../tracker/versions.ts';
import { PackRegister } from './pack-register.ts';
import { placeEvidence } from './place-evidence.ts';
import { writeReadMe } from './read-me.ts';
import { WantedPack } from './wanted-pack.ts';

const GIGABYTE = 1024 ** 3;

/** Where the activity lies in a pack. */
const ACTIVITY_PATH = 'proof/activity.jsonl';

/** Bytes that a line of the register counts for when it is told how much is done. */
const LINE_BYTES = 600;

type Given = Pick<Services, 'database' | 'files'>;

/** Makes inspection packs (R-packs-3). */
export function createPackMaker(services: Given): Maker {
  return {
    kind: 'pack',
    mediaType: () => 'application/zip',
    maxBytes: 200 * GIGABYTE,
    make: (making) => makePack(services, making),
  };
}

async function* makePack(services: Given, making: Making): AsyncGenerator<Uint8Array> {
  const { database } = services;
  const { session, now } = making;
  requirePermission(session, 'packs.make');
  const wanted = WantedPack.parse(making.wanted);
  const catalogue = await CatalogueInMemory.of(database.db).ofVersion(await readCatalogueVersion(database.db));
  const asked = { session, catalogue, filters: {}, now, today: todayInIndia(now) };
  const register = await PackRegister.open(database, asked, wanted);
  try {
    const entries = new PackEntries(services, making, { wanted, register }).list();
    yield* writeZip(entries, new Date(now.epochMilliseconds));
  } finally {
    await register.close();
  }
}

/** The files of a pack, one after the other, of which the manifest is the last: it has all the others' hashes. */
class PackEntries {
  readonly #services: Given;
  readonly #making: Making;
  readonly #wanted: WantedPack;
  readonly #register: PackRegister;
  readonly #listed: ListedFile[] = [];
  readonly #missing: { path: string; sha256: string }[] = [];
  /** The evidence of the pack, with what is missing: the activity has the events of just these files. */
  readonly #evidenceIds = new Set<string>();
  #done = 0;

  constructor(services: Given, making: Making, { wanted, register }: { wanted: WantedPack; register: PackRegister }) {
    this.#services = services;
    this.#making = making;
    this.#wanted = wanted;
    this.#register = register;
  }

  async *list(): AsyncGenerator<ZipEntry> {
    const { database } = this.#services;
    const { session, now } = this.#making;
    const { from, to, acts, authority } = this.#wanted;
    const { _id: id, companyName: name } = await getCompany(database.db, session.workspaceId);
    for (const format of ['pdf', 'xlsx'] as const) {
      const table = await this.#register.table(database);
      yield this.#add(`register.${format}`, this.#countRows(writeTable(format, table)));
    }
    yield* this.#evidence();
    // What was recorded a second ago is in it, too.
    await sealRound(database.db);
    const evidence = this.#evidenceIds;
    const activity = await beginActivityFile(database.db, session, { from, to, ...(acts && { acts }), evidence, now });
    yield this.#add(ACTIVITY_PATH, encode(activity.lines));
    const told = {
      companyName: name,
      from,
      to,
      register: this.#register,
      missing: this.#missing.map(({ path }) => path),
      outside: this.#register.outside,
    };
    yield this.#add('READ ME.txt', encode([writeReadMe(told)]));
    const manifest = await signManifest(database.db, {
      kind: 'pack',
      company: { id, name },
      made: now.toString(),
      activity,
      activityPath: ACTIVITY_PATH,
      files: this.#listed,
      more: {
        ...{ from, to, acts, authority, missing: this.#missing },
        register: { lines: this.#register.lines, gaps: this.#register.gaps },
      },
    });
    yield { path: 'manifest.json', bytes: encode([manifest]) };
  }

  async *#evidence(): AsyncGenerator<ZipEntry> {
    const { database, files } = this.#services;
    const { workspaceId } = this.#making.session;
    for await (const file of placeEvidence(database, { register: this.#register, wanted: this.#wanted, workspaceId })) {
      const { path, sha256 } = file;
      this.#evidenceIds.add(file.id);
      const bytes = await openBytes(files, file.fileId);
      if (bytes) yield this.#add(path, this.#countBytes(bytes), file.id);
      else this.#missing.push({ path, sha256 });
    }
  }

  /** An entry that is listed with its size and hash once it was written. */
  #add(path: string, bytes: AsyncIterable<Uint8Array>, evidence?: string): ZipEntry {
    const listed = this.#listed;
    const hashed = async function* () {
      const hash = createHash('sha256');
      let size = 0;
      for await (const piece of bytes) {
        hash.update(piece);
        size += piece.length;
        yield piece;
      }
      listed.push({ path, size, sha256: hash.digest('hex'), ...(evidence !== undefined && { evidence }) });
    };
    return { path, bytes: hashed() };
  }

  /** The register counts as it is written, however many bytes that makes. */
  async *#countRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield* bytes;
    this.#tell(this.#register.lines * LINE_BYTES);
  }

  async *#countBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      yield piece;
      this.#tell(piece.length);
    }
  }

  #tell(bytes: number): void {
    this.#done += bytes;
    const all = this.#register.bytes + 2 * this.#register.lines * LINE_BYTES;
    this.#making.tell(toKilobytes(Math.min(this.#done, all)), toKilobytes(all));
  }
}

function toKilobytes(bytes: number): number {
  return Math.ceil(bytes / 1024);
}

async function* encode(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}
