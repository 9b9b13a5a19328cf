import { LIMITS } from '@anupalan/contract/wire/primitives';
import { cutText } from '../../text/cut-text.ts';
import { chooseFont, drawToBeCopied, type Pdf, type Run, splitRuns, type Weight } from './write-text.ts';

/** A line of a cell, in parts that one font can draw. */
export type Line = readonly (Run & { readonly width: number })[];

/** How a text is set: its size in points, its weight. */
export interface Type {
  readonly size: number;
  readonly weight: Weight;
}

/** The widths of words that came before, by type: registers repeat them. */
const KEPT = 20_000;

/** Breaks texts into lines of a width: between words, within those that are wider than a line. */
export class TextLayout {
  readonly #pdf: Pdf;
  readonly #words = new Map<string, Line>();

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
  }

  /** The lines of a text, at least one; letters of no font are drawn as `?`. */
  async layOut(text: string, width: number, type: Type): Promise<Line[]> {
    const lines: Line[] = [];
    for (const paragraph of cutText(text, LIMITS.richText).split(/\r\n|[\n\r\u2028\u2029]/)) {
      let line: Line = [];
      for (const word of paragraph.match(/\S+\s*/g) ?? []) {
        for (const piece of await this.#fit(makeDrawable(word), width, type)) {
          if (line.length > 0 && widthOf(line) + widthWithoutBlank(piece) > width) {
            lines.push(line);
            line = [];
          }
          line = [...line, ...piece];
        }
      }
      lines.push(line);
    }
    return lines;
  }

  /** Draws a line of text with its top at `y`. */
  async draw(line: Line, x: number, y: number, type: Type): Promise<void> {
    let left = x;
    for (const { script, text, width } of line) {
      await chooseFont(this.#pdf, script, type.weight);
      const options = { lineBreak: false, baseline: -ASCENT * type.size };
      drawToBeCopied(this.#pdf, { script, text }, () => this.#pdf.fontSize(type.size).text(text, left, y, options));
      left += width;
    }
  }

  /** A word, or its pieces where it is wider than the line. */
  async #fit(word: string, width: number, type: Type): Promise<Line[]> {
    const whole = await this.#measure(word, type);
    if (widthWithoutBlank(whole) <= width) return [whole];
    const parts = word.split(AFTER_SEPARATOR);
    if (parts.length > 1) return this.#fitParts(parts, width, type);
    const pieces: Line[] = [];
    let piece = '';
    let taken = 0;
    for (const { segment } of GRAPHEMES.segment(word)) {
      // Letter by letter, which ignores how near they stand to each other: measured together, long words would take long.
      const needed = widthOf(await this.#measure(segment, type));
      if (piece && taken + needed > width) {
        pieces.push(await this.#measure(piece, type));
        [piece, taken] = ['', 0];
      }
      piece += segment;
      taken += needed;
    }
    return [...pieces, await this.#measure(piece, type)];
  }

  /** Lines of a long word that breaks after its separators, such as the name of a file. */
  async #fitParts(parts: readonly string[], width: number, type: Type): Promise<Line[]> {
    const pieces: Line[] = [];
    let piece = '';
    for (const part of parts) {
      if (piece && widthWithoutBlank(await this.#measure(piece + part, type)) > width) {
        pieces.push(...(await this.#fit(piece, width, type)));
        piece = '';
      }
      piece += part;
    }
    return [...pieces, ...(await this.#fit(piece, width, type))];
  }

  async #measure(word: string, { size, weight }: Type): Promise<Line> {
    const key = `${size} ${weight} ${word}`;
    const known = this.#words.get(key);
    if (known) return known;
    const line: (Run & { width: number })[] = [];
    for (const run of splitRuns(word)) {
      await chooseFont(this.#pdf, run.script, weight);
      line.push({ ...run, width: this.#pdf.fontSize(size).widthOfString(run.text) });
    }
    if (this.#words.size >= KEPT) this.#words.clear();
    this.#words.set(key, line);
    return line;
  }
}

/** The place of a line's letters below its top, in units of the font's size: the same for all fonts. */
const ASCENT = 0.718;

/** Places within a long word where it may break: after a sign that separates its parts. */
const AFTER_SEPARATOR = /(?<=[-_/.,;:@&+])(?=[^\s-_/.,;:@&+])/;

const GRAPHEMES = new Intl.Segmenter('en-IN', { granularity: 'grapheme' });

/** A text without letters that no font has. */
function makeDrawable(text: string): string {
  const spelled = text.replace(/\s/g, ' ');
  if (splitRuns(spelled).reduce((length, run) => length + run.text.length, 0) === spelled.length) return spelled;
  return Array.from(spelled, (letter) => (splitRuns(letter).length > 0 || JOINERS.test(letter) ? letter : '?')).join(
    '',
  );
}

/** Joiners and marks, which are drawn with the letters around them. */
const JOINERS = /\u200c|\u200d|\p{M}/u;

function widthOf(line: Line): number {
  return line.reduce((sum, { width }) => sum + width, 0);
}

/** The width of a word when it ends a line, where its blank may stand out. */
function widthWithoutBlank(word: Line): number {
  const last = word.at(-1);
  if (!last) return 0;
  const blanks = last.text.length - last.text.trimEnd().length;
  return widthOf(word) - (blanks / Math.max(1, last.text.length)) * last.width * BLANK_SHARE;
}

/** How wide a blank is beside other letters, about. */
const BLANK_SHARE = 0.6;
