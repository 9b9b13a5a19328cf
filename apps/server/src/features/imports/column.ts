/** What the cells of a column are read as. */
export type Reads =
  /** One line of text; numbers are taken as they are written. */
  | 'text'
  /** Text of several lines. */
  | 'lines'
  | 'day'
  | 'whole'
  /** Rupees. */
  | 'amount'
  /** Yes or no. */
  | 'yes'
  /** Whole numbers, separated by commas. */
  | 'wholes'
  /** Days of a year that move to others, separated by commas. */
  | 'moves'
  | 'choice';

/** A choice of a column: the value that it stands for, and the words by which it is known, the first for people. */
export interface Choice {
  readonly value: string;
  readonly words: readonly string[];
}

/** A column that an import asks for. */
export interface Column {
  readonly key: string;
  /** The head in the template. */
  readonly title: string;
  /** Other heads by which it is known (R-imports-6). */
  readonly synonyms?: readonly string[];
  readonly reads: Reads;
  readonly choices?: readonly Choice[];
  readonly required?: true;
  /** What it is for, in the template and beside the choice of columns. */
  readonly explains: string;
  /** What the template's example rows have in it; none is empty. */
  readonly examples?: readonly string[];
  /** Whether it is of our own exports alone: the template doesn't have it. */
  readonly ofExports?: true;
}

/** What a row's cells were read as, by the keys of their columns; empty ones are left out. */
export type Values = Readonly<Record<string, unknown>>;

/** What says in a cell that a list is empty: an empty cell says nothing. */
export const NONE = 'None';
