import type { Parts } from './parts.ts';
import { readXml } from './read-xml.ts';

/** What a format makes of a number: a day (perhaps with a time), a time of day, a duration, or a number. */
export type FormatKind = 'day' | 'time' | 'duration' | 'number';

/** Numbers of formats that every workbook has without listing them (ECMA-376 part 1, 18.8.30). */
const BUILT_IN_DAYS = [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58];
const BUILT_IN_TIMES = [18, 19, 20, 21, 32, 33, 34, 35, 45, 47];
const BUILT_IN_DURATION = 46;

const BUILT_IN: ReadonlyMap<number, FormatKind> = new Map([
  ...BUILT_IN_DAYS.map((id) => [id, 'day'] as const),
  ...BUILT_IN_TIMES.map((id) => [id, 'time'] as const),
  [BUILT_IN_DURATION, 'duration'],
]);

/** What each style of a workbook makes of a number, by the style's place. */
export async function readFormats(parts: Parts, part: string): Promise<FormatKind[]> {
  const kinds = new Map(BUILT_IN);
  const styles: FormatKind[] = [];
  let isOfCells = false;
  await readXml(parts.unpack(part), {
    open: (name, { numFmtId, formatCode = '' }) => {
      if (name === 'numFmt') kinds.set(Number(numFmtId), kindOf(formatCode));
      else if (name === 'cellXfs') isOfCells = true;
      else if (name === 'xf' && isOfCells) styles.push(kinds.get(Number(numFmtId ?? 0)) ?? 'number');
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return styles;
}

/** Characters of a format at most, as of a spreadsheet's. */
const LONGEST_FORMAT = 1_000;

/** The kind of a format by the first of its sections, which is for positive numbers. */
function kindOf(format: string): FormatKind {
  const bare = format
    .slice(0, LONGEST_FORMAT)
    // What is shown as it is, a character that fills or leaves room, and what is in brackets but for durations.
    .replace(/"[^"]*"?|[\\_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]?/gi, '')
    .toLowerCase();
  const [section = ''] = bare.split(';');
  if (section.includes('general')) return 'number';
  const signs = section.replace(/am\/pm|a\/p/g, 'h').replace(/e[+-]/g, '');
  if (/[yd]|[be]{2}|gg/.test(signs)) return 'day';
  if (signs.includes('[')) return 'duration';
  if (/[hs]/.test(signs)) return 'time';
  return /m/.test(signs) ? 'day' : 'number';
}
