/** The parts of the library, in the order in which it lists them. */
export type Category = 'Letter' | 'Pay' | 'Register' | 'Nomination' | 'Notice' | 'Sexual harassment (POSH)';

/** A law that asks for a format. */
export interface Law {
  readonly act: string;
  /** Sections and rules, for example `section 50(1)`. */
  readonly section: string;
  /** What it asks for, as one sentence. */
  readonly asks: string;
  /** A page about the section, to check it by. */
  readonly source: string;
}

/**
 * A format that ships with the product (R-hr-documents-9), of letters, digits and signs that every font has: it is drawn
 * in those which each reader brings.
 */
export interface Format {
  /** The name under which every database knows it for ever. */
  readonly key: string;
  readonly title: string;
  readonly category: Category;
  /** What it is for, as one sentence of at most 100 characters. */
  readonly about: string;
  /** The laws that ask for it, the most important first. */
  readonly laws: readonly [Law, ...Law[]];
  /** Whether its pages lie on their side, for tables of many columns. */
  readonly isWide?: boolean;
  readonly blocks: readonly Block[];
  /** How to use it, in small print at the end. */
  readonly notes: readonly string[];
}

/** A part of a format, from top to bottom. */
export type Block =
  | { readonly kind: 'heading' | 'text'; readonly text: string }
  | { readonly kind: 'points'; readonly points: readonly string[] }
  | { readonly kind: 'fields'; readonly fields: readonly Field[] }
  | { readonly kind: 'table'; readonly columns: readonly Column[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'signatures'; readonly signatories: readonly string[] };

/** A line to fill in: what belongs there, and what stands there already, for example a choice. */
export type Field = readonly [label: string, filled?: string];

/** A column with its share of the table's width, relative to the others. */
export type Column = readonly [title: string, share: number];

export function heading(text: string): Block {
  return { kind: 'heading', text };
}

/** A paragraph; what is to be filled in within it is a row of underscores. */
export function text(paragraph: string): Block {
  return { kind: 'text', text: paragraph };
}

/** Numbered sentences. */
export function points(...sentences: string[]): Block {
  return { kind: 'points', points: sentences };
}

/** Lines to fill in, each beside its label. */
export function fields(...lines: (Field | string)[]): Block {
  return { kind: 'fields', fields: lines.map((line): Field => (typeof line === 'string' ? [line] : line)) };
}

/** Lines that are so few that they stay on one page. */
export function staysTogether(lines: readonly Field[]): boolean {
  return lines.length <= 6;
}

/** A table with rows that are filled in already, then empty ones. */
export function table(columns: readonly Column[], filled: readonly (readonly string[])[], empty = 0): Block {
  const none = columns.map(() => '');
  const rows = filled.map((row) => columns.map((_, at) => row[at] ?? ''));
  return { kind: 'table', columns, rows: [...rows, ...Array.from({ length: empty }, () => none)] };
}

/** Places to sign, side by side, each with name and date. */
export function signatures(...signatories: string[]): Block {
  return { kind: 'signatures', signatories };
}

/** Who the employer is, as the first lines of every format. */
export const ESTABLISHMENT = fields('Name of the establishment', 'Address', 'Registration number of the establishment');
