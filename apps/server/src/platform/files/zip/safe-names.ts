/** What no system takes in the name of a file, or reads as something else: signs, controls, directions of writing. */
const UNSAFE = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;

/** Names that Windows keeps for devices, whatever their ending. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** The joiners of Indian scripts, without which words are spelled wrong; they stand inside words alone. */
const JOINERS = /(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])/gu;

/** Bytes of a name in UTF-8: systems take 255, of which a number such as " (2)" needs some. */
const MOST_BYTES = 200;

/**
 * The name of a file or folder as every system takes it: one part of a path, of `most` letters and 200 bytes at
 * most, which keeps its ending (R-packs-4).
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
  if (letters.length <= most && Buffer.byteLength(name) <= MOST_BYTES) return name;
  const [ending = ''] = /\.[A-Za-z0-9]{1,8}$/.exec(name) ?? [];
  const room = { letters: most - ending.length, bytes: MOST_BYTES - ending.length };
  const stem = letters.slice(0, letters.length - ending.length);
  // The first letter may have more marks than there is room for.
  const kept = takeFitting(stem, room) || takeFitting(Array.from(stem.join('')), { ...room, letters: room.bytes });
  return kept.trimEnd() + ending;
}

function takeFitting(parts: readonly string[], room: { letters: number; bytes: number }): string {
  let kept = '';
  let bytes = 0;
  for (const part of parts.slice(0, room.letters)) {
    bytes += Buffer.byteLength(part);
    if (bytes > room.bytes) break;
    kept += part;
  }
  return kept;
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
