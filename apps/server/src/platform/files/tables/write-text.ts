import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import type PDFDocument from 'pdfkit';

const { resolve } = createRequire(import.meta.url);

export type Weight = '400Regular' | '700Bold';

/**
 * The letters of each script, by its name in Unicode; Latin is all that Helvetica has, the font that every PDF reader
 * brings.
 */
const LETTERS = {
  Latin: /[\x20-\x7e\xa0-\xffŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™]/,
  Bengali: /\p{Script_Extensions=Bengali}/u,
  Devanagari: /\p{Script_Extensions=Devanagari}/u,
  Gujarati: /\p{Script_Extensions=Gujarati}/u,
  Gurmukhi: /\p{Script_Extensions=Gurmukhi}/u,
  Kannada: /\p{Script_Extensions=Kannada}/u,
  Malayalam: /\p{Script_Extensions=Malayalam}/u,
  Oriya: /\p{Script_Extensions=Oriya}/u,
  Tamil: /\p{Script_Extensions=Tamil}/u,
  Telugu: /\p{Script_Extensions=Telugu}/u,
};

type Script = keyof typeof LETTERS;

const SCRIPTS = Object.keys(LETTERS) as Script[];

/** Digits, spaces, punctuation and joiners, which every Indian font has besides its script. */
const COMMON = /[ -@\u200c\u200d]/;

/** The measures of a line in units of the font's size: the same for all fonts, so that they share a line. */
const LINE = { ascent: 0.718, height: 1.4 };

export interface Run {
  readonly script: Script;
  readonly text: string;
}

/** Splits a text into parts that one font can draw; letters of no font are left out. */
export function splitRuns(text: string): Run[] {
  const runs: { script: Script; text: string }[] = [];
  for (const letter of text) {
    const last = runs.at(-1);
    const script = last && belongs(letter, last.script) ? last.script : SCRIPTS.find((it) => LETTERS[it].test(letter));
    if (last && script === last.script) last.text += letter;
    else if (script) runs.push({ script, text: letter });
  }
  return runs;
}

function belongs(letter: string, script: Script): boolean {
  return LETTERS[script].test(letter) || (script !== 'Latin' && COMMON.test(letter));
}

/** Whether a line can be drawn without leaving letters out. */
export function isDrawable(line: string): boolean {
  return splitRuns(line).reduce((drawn, { text }) => drawn + text, '') === line;
}

export type Pdf = InstanceType<typeof PDFDocument>;

/** Writes lines in the fonts that their letters need, each from the document's present position. */
export async function writeText(pdf: Pdf, text: string, size: number, weight: Weight = '400Regular'): Promise<void> {
  pdf.fontSize(size);
  for (const line of text.split('\n')) {
    const runs = splitRuns(line);
    for (const run of runs) {
      await chooseFont(pdf, run.script, weight);
      pdf.text(run.text, {
        continued: run !== runs.at(-1),
        baseline: -LINE.ascent * size,
        lineGap: LINE.height * size - pdf.currentLineHeight(true),
      });
    }
  }
}

/** Makes the font of a script the document's present one. */
export async function chooseFont(pdf: Pdf, script: Script, weight: Weight): Promise<void> {
  if (script === 'Latin') {
    pdf.font(weight === '700Bold' ? 'Helvetica-Bold' : 'Helvetica');
    return;
  }
  const name = `NotoSans${script}_${weight}`;
  fonts[name] ??= openFont(`@expo-google-fonts/noto-sans-${script.toLowerCase()}/${weight}/${name}.ttf`);
  // The types of PDFKit don't say that it takes opened fonts.
  pdf.registerFont(name, (await fonts[name]) as unknown as Uint8Array).font(name);
}

const fonts: Record<string, Promise<Font>> = {};

/**
 * Opens a font that HarfBuzz shapes: fontkit fails at Gurmukhi, Malayalam and Telugu, and errs in Bengali and Kannada.
 */
async function openFont(file: string): Promise<Font> {
  const [bytes, harfbuzz] = await Promise.all([readFile(resolve(file)), import('harfbuzzjs')]);
  const font = create(bytes) as Font;
  const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes)));
  // One for all texts: the memory of others would be freed only when the process has nothing else to do.
  const buffer = new harfbuzz.Buffer();
  buffer.setClusterLevel(harfbuzz.ClusterLevel.CHARACTERS);
  const layout = (text: string) => {
    buffer.clearContents();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    harfbuzz.shape(shaper, buffer);
    const shaped = buffer.getGlyphInfosAndPositions().filter(({ codepoint }) => codepoint !== 0);
    const starts = shaped.map(({ cluster }) => cluster).sort((one, other) => one - other);
    const lettersFrom = (start: number) =>
      text.slice(
        start,
        starts.find((it) => it > start),
      );
    return {
      glyphs: shaped.map(({ codepoint, cluster }) => font.getGlyph(codepoint, codePoints(lettersFrom(cluster)))),
      positions: shaped,
      advanceWidth: shaped.reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0),
    };
  };
  return Object.assign(font, { layout }) as unknown as Font;
}

function codePoints(text: string): number[] {
  return Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
}
