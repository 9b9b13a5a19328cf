import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import type PDFDocument from 'pdfkit';
import { openFont } from './open-font.ts';

const { resolve } = createRequire(import.meta.url);

export type Weight = '400Regular' | '700Bold';

/**
 * The letters of each script, by its name in Unicode. Latin is what Noto Sans has of Latin, Greek and Cyrillic letters,
 * punctuation and currencies. Pictures are the emoji of Noto Emoji, in one colour.
 */
const LETTERS = {
  Latin:
    /[\x20-\x7e\xa0-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u052f\u1e00-\u1eff\u2010-\u2027\u202f-\u205e\u20a0-\u20c0\u2116\u2122\u2212]/,
  Bengali: /\p{Script_Extensions=Bengali}/u,
  Devanagari: /\p{Script_Extensions=Devanagari}/u,
  Gujarati: /\p{Script_Extensions=Gujarati}/u,
  Gurmukhi: /\p{Script_Extensions=Gurmukhi}/u,
  Kannada: /\p{Script_Extensions=Kannada}/u,
  Malayalam: /\p{Script_Extensions=Malayalam}/u,
  Oriya: /\p{Script_Extensions=Oriya}/u,
  Tamil: /\p{Script_Extensions=Tamil}/u,
  Telugu: /\p{Script_Extensions=Telugu}/u,
  Pictures: /\p{Emoji_Presentation}|\p{Extended_Pictographic}/u,
};

type Script = keyof typeof LETTERS;

const SCRIPTS = Object.keys(LETTERS) as Script[];

/** Digits, spaces, punctuation and joiners, which every Indian font has besides its script. */
const COMMON = /[ -@\u200c\u200d]/;

/** Parts of a picture of several letters: joiners, the choice of the picture, colours of skin. */
const PICTURE_PARTS = /[\u200d\ufe0f]|\p{Emoji_Modifier}/u;

/** Font by script, where it isn't the one of Noto Sans for that script. */
const FONTS: Partial<Record<Script, { readonly folder: string; readonly name: string }>> = {
  Latin: { folder: 'noto-sans', name: 'NotoSans' },
  Pictures: { folder: 'noto-emoji', name: 'NotoEmoji' },
};

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
  if (LETTERS[script].test(letter)) return true;
  if (script === 'Pictures') return PICTURE_PARTS.test(letter);
  return script !== 'Latin' && COMMON.test(letter);
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
      drawToBeCopied(pdf, run, () =>
        pdf.text(run.text, {
          continued: run !== runs.at(-1),
          baseline: -LINE.ascent * size,
          lineGap: LINE.height * size - pdf.currentLineHeight(true),
        }),
      );
    }
  }
}

/**
 * Draws a text so that it is copied and searched as it is. In Indian scripts glyphs stand in another order than letters,
 * and one may be several letters, so the text itself is written beside them (`ActualText`). Readers take its place from
 * where the text begins and ends, so the mark has to be inside the text that PDFKit writes.
 */
export function drawToBeCopied(pdf: Pdf, { script, text }: Run, draw: () => void): void {
  if (script === 'Latin') {
    draw();
    return;
  }
  const addContent = pdf.addContent;
  pdf.addContent = (content) => {
    if (content === 'ET') addContent.call(pdf, 'EMC');
    addContent.call(pdf, content);
    if (content === 'BT') addContent.call(pdf, `/Span <</ActualText <feff${toUtf16(text)}>>> BDC`);
    return pdf;
  };
  try {
    draw();
  } finally {
    pdf.addContent = addContent;
  }
}

/** A text as hexadecimal digits of UTF-16, big end first. */
function toUtf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex');
}

/** Makes the font of a script the document's present one. Every font is embedded. */
export async function chooseFont(pdf: Pdf, script: Script, weight: Weight): Promise<void> {
  const { folder, name } = FONTS[script] ?? {
    folder: `noto-sans-${script.toLowerCase()}`,
    name: `NotoSans${script}`,
  };
  const file = `${name}_${weight}`;
  fonts[file] ??= openFont(resolve(`@expo-google-fonts/${folder}/${weight}/${file}.ttf`));
  // The types of PDFKit don't say that it takes opened fonts.
  pdf.registerFont(file, (await fonts[file]) as unknown as Uint8Array).font(file);
}

const fonts: Record<string, Promise<Font>> = {};
