import type { Column } from './table.ts';

/** A column with its place on the page, in points. */
export interface Place extends Column {
  /** Its place among the columns. */
  readonly at: number;
  readonly x: number;
  readonly points: number;
}

/** The points that a column has at least, by what stands in it. */
const LEAST: Readonly<Record<Column['kind'], number>> = { text: 28, number: 30, money: 52, day: 50, moment: 78 };

/** A page's room for columns, in points; `titles` has the width of the widest word of each column's title. */
interface Room {
  readonly left: number;
  readonly width: number;
  readonly pad: number;
  readonly titles: readonly number[];
}

/** Gives each column that a PDF shows its place. Texts give what days, amounts and titles need on one line. */
export function placeColumns(columns: readonly Column[], { left, width, pad, titles }: Room): Place[] {
  const shown = columns
    .map((column, at) => ({ ...column, at, least: Math.max(LEAST[column.kind], (titles[at] ?? 0) + 2 * pad + 1) }))
    .filter(({ heading, onlyInSheets }) => !heading && !onlyInSheets);
  const letters = shown.reduce((sum, column) => sum + column.width, 0);
  const wanted = shown.map((column) => Math.max((column.width / letters) * width, column.least));
  const missing = wanted.reduce((sum, points) => sum + points, -width);
  const spare = shown.map(({ kind, least }, at) => (kind === 'text' ? (wanted[at] ?? 0) - least : 0));
  const allSpare = spare.reduce((sum, points) => sum + points, 0) || 1;
  let x = left;
  return shown.map((column, at) => {
    const points = (wanted[at] ?? 0) - ((spare[at] ?? 0) / allSpare) * missing;
    x += points;
    return { ...column, x: x - points, points };
  });
}
