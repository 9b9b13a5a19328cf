import type { Parts } from './parts.ts';
import { readXml } from './read-xml.ts';

/** The texts that cells share, by their place. Of rich text all runs count, of phonetic hints none. */
export async function readSharedStrings(parts: Parts, part: string): Promise<string[]> {
  const strings: string[] = [];
  const rich = new RichText();
  await readXml(parts.unpack(part), {
    open: (name) => {
      if (name === 'si') rich.begin();
      else rich.open(name);
    },
    text: (text) => rich.text(text),
    close: (name) => {
      if (name === 'si') strings.push(rich.whole);
      else rich.close(name);
    },
  });
  return strings;
}

/** Gathers the text of a string that may have runs of several formats. */
export class RichText {
  #text = '';
  #isText = false;
  #isHint = false;

  begin(): void {
    this.#text = '';
    this.#isText = false;
    this.#isHint = false;
  }

  open(name: string): void {
    if (name === 'rPh') this.#isHint = true;
    else if (name === 't') this.#isText = !this.#isHint;
  }

  text(text: string): void {
    if (this.#isText) this.#text += text;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isHint = false;
    else if (name === 't') this.#isText = false;
  }

  get whole(): string {
    return decodeEscapes(this.#text);
  }
}

/** The text of a cell in which characters that XML can't have are written as `_x000D_` (ECMA-376 part 1, 22.9.2.19). */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
