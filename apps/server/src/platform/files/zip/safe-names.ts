/** What no system takes in the name of a file, or reads as something else: signs, controls, directions of writing. */
const UNSAFE = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;

/** Names that Windows keeps for devices, whatever their ending. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** The joiners of Indian scripts, without which words are spelled wrong; they stand inside words alone. */
const JOINERS = /(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])/gu;

/**
 * The name of a file or folder as every system takes it: one part of a path, of `most` letters at most, which keeps its
 * ending (R-packs-4).
 */
export function safeName(text: string, most = 80): string {
  const joined = text.normalize('NFC').replace(JOINERS, (joiner) => (joiner === '\u200d' ? '\ue000' : '\ue001'));
  const plain = joined
    .replace(UNSAFE, (sign) => (sign === '\ue000' ? '\u200d' : sign === '\ue001' ? '\u200c' : '_'))
    .replace(/\s+/g, ' ');
  const name = cut(plain.replace(/^[ .]+|[ .]+$/g, ''), most) || '_';
  return RESERVED.test(name) ? `_${name}` : name;
}

function cut(name: string, most: number): string {
  const letters = Array.from(GRAPHEMES.segment(name), ({ segment }) => segment);
  if (letters.length <= most) return name;
  const [ending = ''] = /\.[A-Za-z0-9]{1,8}$/.exec(name) ?? [];
  return (
    letters
      .slice(0, most - ending.length)
      .join('')
      .trimEnd() + ending
  );
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Gives the paths of an archive, each once, also for systems that know no capitals. */
export class UniquePaths {
  readonly #taken = new Set<string>();

  /** The path in its folder, with a number where another file has it already. */
  take(folder: string, name: string): string {
    const [, stem = name, ending = ''] = /^(.+?)(\.[A-Za-z0-9]{1,8})?$/u.exec(name) ?? [];
    for (let n = 1; ; n++) {
      const path = `${folder}/${n === 1 ? name : `${stem} (${n})${ending}`}`;
      const key = path.toLowerCase().normalize('NFC');
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      return path;
    }
  }
}
