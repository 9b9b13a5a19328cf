import { readFile } from 'node:fs/promises';
import { create, type Font, type Glyph } from 'fontkit';

/**
 * Opens a font that HarfBuzz shapes: fontkit fails at Gurmukhi, Malayalam and Telugu, and errs in Bengali and Kannada.
 */
export async function openFont(file: string): Promise<Font> {
  const [bytes, harfbuzz] = await Promise.all([readFile(file), import('harfbuzzjs')]);
  const font = create(bytes) as Font;
  const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes)));
  // One for all texts: the memory of others would be freed only when the process has nothing else to do.
  const buffer = new harfbuzz.Buffer();
  buffer.setClusterLevel(harfbuzz.ClusterLevel.CHARACTERS);
  const shape = (text: string) => {
    buffer.clearContents();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    harfbuzz.shape(shaper, buffer);
    return buffer.getGlyphInfosAndPositions().filter(({ codepoint }) => codepoint !== 0);
  };
  const layOutPlain = spaceByPairs(font, shape);
  const layout = (text: string): GlyphRun => {
    if (PLAIN.test(text)) return layOutPlain(text);
    const shaped = shape(text);
    const takeLetters = listLetters(text, shaped);
    const glyphs = shaped.map(({ codepoint, cluster }) =>
      withLetters(font.getGlyph(codepoint, []), codePoints(takeLetters(cluster))),
    );
    return { glyphs, positions: shaped, advanceWidth: widthOf(shaped) };
  };
  return Object.assign(font, { layout }) as unknown as Font;
}

interface Position {
  readonly xAdvance?: number;
  readonly yAdvance?: number;
  readonly xOffset?: number;
  readonly yOffset?: number;
}

/** What PDFKit takes of a text that was laid out, in units of the font. */
interface GlyphRun {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly Position[];
  readonly advanceWidth: number;
}

/** Texts whose letters stand side by side, each drawn by a glyph of its own. */
const PLAIN = /^[\x20-\x7e\xa0-\xac\xae-\xff\u2010-\u2027\u20b9]+$/;

/**
 * Lays out plain texts from the distances of their pairs of letters. HarfBuzz shapes each pair once, not each text: a
 * register of a thousand rows takes a third of the time.
 */
function spaceByPairs(font: Font, shape: (text: string) => Position[]): (text: string) => GlyphRun {
  const letters = new Map<string, { glyph: Glyph; advance: number }>();
  const read = (letter: string) => {
    const known = letters.get(letter);
    if (known) return known;
    const code = letter.codePointAt(0) ?? 0;
    const read = { glyph: withLetters(font.glyphForCodePoint(code), [code]), advance: widthOf(shape(letter)) };
    letters.set(letter, read);
    return read;
  };
  const pairs = new Map<string, number>();
  const advanceBefore = (letter: string, next: string) => {
    const pair = letter + next;
    const known = pairs.get(pair);
    if (known !== undefined) return known;
    const advance = widthOf(shape(pair)) - read(next).advance;
    pairs.set(pair, advance);
    return advance;
  };
  return (text) => {
    const positions = Array.from(text, (letter, at) => {
      const next = text[at + 1];
      return {
        xAdvance: next ? advanceBefore(letter, next) : read(letter).advance,
        yAdvance: 0,
        xOffset: 0,
        yOffset: 0,
      };
    });
    return { glyphs: Array.from(text, (letter) => read(letter).glyph), positions, advanceWidth: widthOf(positions) };
  };
}

function widthOf(positions: readonly Position[]): number {
  return positions.reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0);
}

/** A glyph with the letters that are copied with it here; fontkit keeps those of the first text that had it. */
function withLetters(glyph: Glyph, letters: number[]): Glyph {
  return Object.create(glyph, { codePoints: { value: letters } });
}

/** The letters of a text by the cluster they begin at. A letter that several glyphs draw is copied with the first. */
function listLetters(text: string, shaped: readonly { readonly cluster: number }[]): (cluster: number) => string {
  const starts = [...new Set(shaped.map(({ cluster }) => cluster))].sort((one, other) => one - other);
  const letters = new Map(starts.map((start, at) => [start, text.slice(start, starts[at + 1])]));
  return (cluster) => {
    const taken = letters.get(cluster) ?? '';
    letters.set(cluster, '');
    return taken;
  };
}

function codePoints(text: string): number[] {
  return Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
}
