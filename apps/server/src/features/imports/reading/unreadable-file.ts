import { MOST_IMPORTED } from './cell.ts';

/** A file that can't be read, in words for who sent it. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** What takes more than reading may (R-imports-4). */
export const TOO_MUCH = 'The file takes too long, or too much memory, to read: please divide it into several';

/** The refusal of a workbook that no spreadsheet would open as it is. */
export function damagedWorkbook(cause?: unknown): UnreadableFile {
  const message = 'The file is damaged, or no Excel workbook: open it in a spreadsheet and save it anew';
  return new UnreadableFile(message, { cause });
}

export function tooManyRows(): UnreadableFile {
  return new UnreadableFile(
    `The file has more than ${MOST_IMPORTED.toLocaleString('en-IN')} rows: please divide it into several`,
  );
}

/** The refusal of a file with a password. */
export function protectedFile(cause?: unknown): UnreadableFile {
  const message = 'The file is protected by a password: save it without one, and choose it again';
  return new UnreadableFile(message, { cause });
}

/** The refusal of a workbook of a kind that came before .xlsx, or packs its cells otherwise. */
export function olderWorkbook(): UnreadableFile {
  return new UnreadableFile('This is an Excel file of the older kind. Open it in Excel and save it as .xlsx');
}
