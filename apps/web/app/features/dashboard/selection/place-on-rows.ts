import { STATES } from '@anupalan/domain/states';

/** Choice of a file that is for every row. */
export const ALL_ROWS = 'all';

/** Rows that one file can be for at most: it is sent once more for each. */
export const MOST_COPIES = 20;

/** A row as files are matched to it. */
interface Named {
  /** Id of its item. */
  readonly id: string;
  /** What it is called, with its act. */
  readonly words: string;
}

/** File that somebody added. */
interface Added {
  readonly key: string;
  readonly name: string;
}

/** What somebody chose for files, by their keys; null is nothing. */
export type Chosen = Readonly<Record<string, string | null>>;

/**
 * What each file is for: what somebody chose, the only row, the row that its name names as no other does, or every row
 * when it is the only file; null where nobody knows yet.
 */
export function placeOnRows(
  files: readonly Added[],
  rows: readonly Named[],
  chosen: Chosen,
): ReadonlyMap<string, string | null> {
  const choices = new Set([...rows.map(({ id }) => id), ALL_ROWS]);
  return new Map(
    files.map(({ key, name }) => {
      const own = chosen[key];
      if (own === null || (own !== undefined && choices.has(own))) return [key, own];
      const [only] = rows.length === 1 ? rows : [];
      const isForAll = files.length === 1 && rows.length <= MOST_COPIES;
      return [key, only?.id ?? guessRow(name, rows) ?? (isForAll ? ALL_ROWS : null)];
    }),
  );
}

/** The row that shares more words with a file's name than any other; null where there is none. */
function guessRow(name: string, rows: readonly Named[]): string | null {
  const inName = wordsOf(name);
  const shared = rows.map(({ id, words }) => ({ id, count: wordsOf(words).intersection(inName).size }));
  const most = Math.max(0, ...shared.map(({ count }) => count));
  const best = shared.filter(({ count }) => count === most);
  return most > 0 && best.length === 1 ? (best[0]?.id ?? null) : null;
}

/** Words that tell an obligation from others: "Professional tax, Maharashtra" is no TDS because both are a tax. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(splitWords(text)).difference(COMMON);
}

function splitWords(text: string): string[] {
  return text.toLowerCase().match(/\p{L}[\p{L}\p{M}]{1,}/gu) ?? [];
}

/** Words of many obligations and of the names of their files, and those of states. */
const COMMON: ReadonlySet<string> = new Set(
  splitWords(
    `act acts and annual challan code contribution contributions deposit file filing for form from in monthly of on pay
    payment quarterly receipt register report return returns scheme schemes state statement tax the to yearly
    ${STATES.join(' ')}`,
  ),
);

/** The files of each row, by the id of its item; of a file for every row its copies, by `copyOf`. */
export function filesOfRows(
  placed: ReadonlyMap<string, string | null>,
  rows: readonly Pick<Named, 'id'>[],
  idOf: (key: string, rowId: string) => string | undefined,
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    rows.map(({ id }) => {
      const keys = [...placed].flatMap(([key, place]) => (place === id || place === ALL_ROWS ? key : []));
      return [id, keys.flatMap((key) => idOf(key, id) ?? [])];
    }),
  );
}
