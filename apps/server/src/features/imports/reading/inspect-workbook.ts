import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { columnOf } from './cell.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** What a workbook may unpack to, and its parts: a hundred thousand rows of twenty columns are a fifth of it. */
const UNPACKED_BYTES = 400_000_000;
const MOST_PARTS = 5_000;

/** Peculiar cells of a sheet that are told at most. */
const MOST_PECULIAR = 5_000;

/** Characters that a tag of interest is shorter than; what is behind may go on in the next piece. */
const LONGEST_TAG = 4_000;

/** A sheet of a workbook with what its reader leaves out. */
export interface SheetOfWorkbook {
  readonly name: string;
  readonly isHidden: boolean;
  /** Merged cells, as `A1:B2`. */
  readonly merges: readonly string[];
  /** Formulas without the value that they came to, as `A1`. */
  readonly valueless: readonly string[];
}

/**
 * Looks through a workbook before it is read: that it unpacks to what its directory claims and not to more than there is
 * room for, and what is peculiar about its sheets.
 * @throws UnreadableFile
 */
export async function inspectWorkbook(bytes: Buffer): Promise<SheetOfWorkbook[]> {
  const parts = new Map<string, Peculiar>();
  const texts = new Map<string, string>();
  try {
    const archive = await fromBufferPromise(bytes, { lazyEntries: true });
    const entries = await listEntries(archive);
    for (const entry of entries) {
      const stream = await archive.openReadStreamPromise(entry);
      if (/^xl\/worksheets\/[^/]+\.xml$/i.test(entry.fileName)) parts.set(entry.fileName, await findPeculiar(stream));
      else if (IN_FULL.test(entry.fileName)) texts.set(entry.fileName, await readText(stream));
      // What isn't looked at is unpacked all the same: its size is a claim until then.
      else for await (const _ of stream);
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('The file is damaged, or no Excel workbook: open it in a spreadsheet and save it anew', {
      cause: error,
    });
  }
  return listSheets(texts, parts);
}

const IN_FULL = /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels)$/i;

async function listEntries(archive: ZipFile): Promise<Entry[]> {
  if (archive.entryCount > MOST_PARTS) throw tooLarge();
  const entries: Entry[] = [];
  let unpacked = 0;
  for await (const entry of archive.eachEntry()) {
    unpacked += entry.uncompressedSize;
    if (unpacked > UNPACKED_BYTES) throw tooLarge();
    if (entry.isEncrypted()) throw protectedFile();
    if (/\.(xml|rels)$/i.test(entry.fileName)) entries.push(entry);
  }
  return entries;
}

function tooLarge(): UnreadableFile {
  return new UnreadableFile('The workbook unpacks to far more than a table to import has: remove what does not belong');
}

/** The refusal of a file with a password. */
export function protectedFile(): UnreadableFile {
  return new UnreadableFile('The file is protected by a password: save it without one, and choose it again');
}

type Peculiar = Pick<SheetOfWorkbook, 'merges' | 'valueless'>;

const MERGE = /<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3}\d+:[A-Z]{1,3}\d+)"/g;
const VALUELESS =
  /<(?:\w+:)?c\s[^>]*?r="([A-Z]{1,3}\d+)"[^>]*>\s*<(?:\w+:)?f(?:\s[^>]*)?(?:\/>|>[^<]*<\/(?:\w+:)?f>)\s*(?:<(?:\w+:)?v\s*\/>|<(?:\w+:)?v>\s*<\/(?:\w+:)?v>)?\s*<\/(?:\w+:)?c>/g;

async function findPeculiar(stream: AsyncIterable<Buffer>): Promise<Peculiar> {
  const merges = new Set<string>();
  const valueless = new Set<string>();
  let rest = '';
  for await (const chunk of stream) {
    const text = rest + chunk.toString('latin1');
    collect(text, MERGE, merges);
    if (text.includes('<f') || text.includes(':f')) collect(text, VALUELESS, valueless);
    rest = text.slice(-LONGEST_TAG);
  }
  return { merges: [...merges], valueless: [...valueless] };
}

function collect(text: string, pattern: RegExp, found: Set<string>): void {
  for (const [, ref] of text.matchAll(pattern)) if (ref && found.size < MOST_PECULIAR) found.add(ref);
}

async function readText(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function listSheets(texts: ReadonlyMap<string, string>, parts: ReadonlyMap<string, Peculiar>): SheetOfWorkbook[] {
  const relations = listTags(texts.get('xl/_rels/workbook.xml.rels') ?? '', 'Relationship');
  const targets = new Map(relations.map((relation) => [relation.get('Id'), relation.get('Target') ?? '']));
  return listTags(texts.get('xl/workbook.xml') ?? '', 'sheet').map((sheet) => {
    const target = targets.get(sheet.get('id')) ?? '';
    const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    const { merges, valueless } = parts.get(part) ?? { merges: [], valueless: [] };
    const isHidden = /hidden/i.test(sheet.get('state') ?? '');
    return { name: sheet.get('name') ?? '', isHidden, merges, valueless };
  });
}

/** The attributes of each tag of a name; prefixes are left out. */
function listTags(xml: string, name: string): Map<string, string>[] {
  const tags = xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\s([^>]*)>`, 'g'));
  return [...tags].map(
    ([, attributes = '']) =>
      new Map(
        [...attributes.matchAll(/(?:\w+:)?(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, key = '', one, other]) => [
          key,
          unescapeXml(one ?? other ?? ''),
        ]),
      ),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, entity) => {
    const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : null;
    if (code !== null) return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    return ENTITIES[entity] ?? whole;
  });
}

/** The columns and rows of `A1:B2`, from 0, both ends included. */
export function areaOf(ref: string): { top: number; left: number; bottom: number; right: number } {
  const [, left = 'A', top = '1', right = left, bottom = top] = /^([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/.exec(ref) ?? [];
  return { top: Number(top) - 1, left: columnOf(left), bottom: Number(bottom) - 1, right: columnOf(right) };
}
