import type { FileRow } from '../reading/cell.ts';
import type { OpenTable } from '../reading/open-table.ts';
import { damagedWorkbook, UnreadableFile } from '../reading/unreadable-file.ts';
import { type Contents, type ListedSheet, readContents } from './contents.ts';
import { readFormats } from './formats.ts';
import { openParts, type Parts } from './parts.ts';
import { readRows } from './rows.ts';
import { readSharedStrings } from './shared-strings.ts';
import type { Shared } from './to-cell.ts';

/**
 * Opens a workbook at a sheet, or else at the first one that isn't hidden and isn't empty (R-imports-5).
 * @throws UnreadableFile
 */
export async function openWorkbook(bytes: Buffer, wanted: string | undefined): Promise<OpenTable> {
  const parts = await attempt(() => openParts(bytes));
  const contents = await attempt(() => readContents(parts));
  const shown = contents.sheets.filter(({ isHidden }) => !isHidden);
  const candidates = wanted === undefined ? shown : shown.filter(({ name }) => name === wanted).slice(0, 1);
  if (candidates.length === 0) {
    await attempt(() => parts.unpackOthers());
    throw new UnreadableFile(wanted === undefined ? 'The workbook has no sheet' : `There is no sheet "${wanted}"`);
  }
  const shared = await attempt(() => readShared(parts, contents));
  const sheets = shown.map(({ name }) => name);
  for (const sheet of candidates) {
    const rows = readSheet(parts, sheet, shared);
    const first = await rows.next();
    if (!first.done) return { sheet: sheet.name, sheets, rows: continueWith(first.value, rows) };
  }
  throw new UnreadableFile(
    wanted === undefined ? 'The workbook is empty: no sheet of it has a row' : `The sheet "${wanted}" is empty`,
  );
}

async function readShared(parts: Parts, { strings, styles, from1904 }: Contents): Promise<Shared> {
  return {
    strings: strings === undefined ? [] : await readSharedStrings(parts, strings),
    formats: styles === undefined ? [] : await readFormats(parts, styles),
    from1904,
  };
}

async function* readSheet(parts: Parts, sheet: ListedSheet, shared: Shared): AsyncGenerator<FileRow, string[]> {
  try {
    return yield* readRows(parts, sheet.part, shared);
  } catch (error) {
    throw asUnreadable(error);
  }
}

async function* continueWith<T, R>(first: T, rest: AsyncGenerator<T, R>): AsyncGenerator<T, R> {
  yield first;
  return yield* rest;
}

/** Whatever the archive's library can't read is damaged. */
async function attempt<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw asUnreadable(error);
  }
}

function asUnreadable(error: unknown): UnreadableFile {
  return error instanceof UnreadableFile ? error : damagedWorkbook(error);
}
