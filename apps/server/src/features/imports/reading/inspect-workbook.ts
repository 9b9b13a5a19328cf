import { posix } from 'node:path';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { columnOf } from './cell.ts';
import { damagedWorkbook, protectedFile, UnreadableFile } from './unreadable-file.ts';

/** What a workbook may unpack to, and its parts: a hundred thousand rows of twenty columns are a fifth of it. */
const UNPACKED_BYTES = 400_000_000;
const MOST_PARTS = 5_000;

/** Bytes of the parts that list others. */
const LONGEST_LIST = 20_000_000;

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
 * Looks through a workbook before it is read: that all of it unpacks to what its directory claims and not to more than
 * there is room for, and what is peculiar about its sheets, wherever its relations say that they are.
 * @throws UnreadableFile
 */
export async function inspectWorkbook(bytes: Buffer): Promise<SheetOfWorkbook[]> {
  try {
    const archive = await fromBufferPromise(bytes, { lazyEntries: true });
    const entries = await listEntries(archive);
    const sheets = await listSheets(async (name) => {
      const entry = entries.get(name);
      if (!entry) return '';
      if (entry.uncompressedSize > LONGEST_LIST) throw tooLarge();
      return await readText(await archive.openReadStreamPromise(entry));
    });
    const parts = new Map<string, Peculiar>();
    for (const [name, entry] of entries) {
      const stream = await archive.openReadStreamPromise(entry);
      if (sheets.some(({ part }) => part === name)) parts.set(name, await findPeculiar(stream));
      // What isn't looked at is unpacked all the same: its size is a claim until then.
      else for await (const _ of stream);
    }
    return sheets.map(({ part, ...sheet }) => ({ ...sheet, ...(parts.get(part) ?? { merges: [], valueless: [] }) }));
  } catch (error) {
    throw error instanceof UnreadableFile ? error : damagedWorkbook(error);
  }
}

/** The parts of a workbook by their names, of whatever kind: a relation may lead to any of them. */
async function listEntries(archive: ZipFile): Promise<Map<string, Entry>> {
  if (archive.entryCount > MOST_PARTS) throw tooLarge();
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of archive.eachEntry()) {
    unpacked += entry.uncompressedSize;
    if (unpacked > UNPACKED_BYTES) throw tooLarge();
    if (entry.isEncrypted()) throw protectedFile();
    // Of two parts with one name nobody knows which is read.
    if (entries.has(entry.fileName)) throw damagedWorkbook();
    entries.set(entry.fileName, entry);
  }
  return entries;
}

function tooLarge(): UnreadableFile {
  return new UnreadableFile('The workbook unpacks to far more than a table to import has: remove what does not belong');
}

type Peculiar = Pick<SheetOfWorkbook, 'merges' | 'valueless'>;

const MERGE = /<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3}\d+:[A-Z]{1,3}\d+)"/g;
const VALUELESS =
  /<(?:\w+:)?c\s[^>]*?r="([A-Z]{1,3}\d+)"[^>]*>\s*<(?:\w+:)?f(?:\s[^>]*)?(?:\/>|>[^<]*<\/(?:\w+:)?f>)\s*(?:<(?:\w+:)?v\s*\/>|<(?:\w+:)?v>\s*<\/(?:\w+:)?v>)?\s*<\/(?:\w+:)?c>/g;

const END_OF_ROWS = /<\/(?:\w+:)?sheetData\s*>|<(?:\w+:)?sheetData\s*\/>/;
const END_OF_SHEET = /<\/(?:\w+:)?worksheet\s*>/;

async function findPeculiar(stream: AsyncIterable<Buffer>): Promise<Peculiar> {
  const merges = new Set<string>();
  const valueless = new Set<string>();
  let isWhole = false;
  let rest = '';
  for await (const chunk of stream) {
    const text = rest + chunk.toString('latin1');
    collect(text, MERGE, merges);
    if (text.includes('<f') || text.includes(':f')) collect(text, VALUELESS, valueless);
    isWhole ||= END_OF_ROWS.test(text);
    rest = text.slice(-LONGEST_TAG);
  }
  // The rows before the place where it was cut off would be taken for all.
  if (!isWhole || !END_OF_SHEET.test(rest)) throw damagedWorkbook();
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

/** A sheet as the workbook lists it, with the part that it is in. */
type ListedSheet = Omit<SheetOfWorkbook, keyof Peculiar> & { readonly part: string };

/** The sheets of a workbook, found by relations as its reader does. */
async function listSheets(textOf: (part: string) => Promise<string>): Promise<ListedSheet[]> {
  const ofFile = listTags(await textOf('_rels/.rels'), 'Relationship');
  const workbook = resolve('', ofFile.find(isOf('officeDocument'))?.get('Target') ?? 'xl/workbook.xml');
  const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1);
  const relations = listTags(await textOf(`${folder}_rels/${workbook.slice(folder.length)}.rels`), 'Relationship');
  const worksheets = relations.filter(isOf('worksheet'));
  const targets = new Map(worksheets.map((relation) => [relation.get('Id'), relation.get('Target') ?? '']));
  return listTags(await textOf(workbook), 'sheet').map((sheet) => ({
    name: sheet.get('name') ?? '',
    isHidden: /hidden/i.test(sheet.get('state') ?? ''),
    part: resolve(folder, targets.get(sheet.get('id')) ?? ''),
  }));
}

function isOf(type: string): (relation: ReadonlyMap<string, string>) => boolean {
  return (relation) => relation.get('Type')?.endsWith(`/${type}`) ?? false;
}

/** A relation's target as the name of a part. */
function resolve(folder: string, target: string): string {
  return posix.join('/', target.startsWith('/') ? target : `${folder}${target}`).slice(1);
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
