import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { isDrawable, splitRuns, writeText } from './write-text.ts';

describe('a text is split into runs of one font', () => {
  test.each<[what: string, text: string, runs: string[]]>([
    ['nothing', '', []],
    ['Latin', 'Rao & Sons, 1st Floor', ['Latin: Rao & Sons, 1st Floor']],
    ['Latin with accents', 'Café Á', ['Latin: Café Á']],
    ['one Indian script, its spaces, digits and signs', 'श्री १२ 34, लि.', ['Devanagari: श्री १२ 34, लि.']],
    ['a danda', 'தமிழ்।', ['Tamil: தமிழ்।']],
    ['joiners', 'र\u200dयाक्\u200cष', ['Devanagari: र\u200dयाक्\u200cष']],
    ['several scripts', 'आशा कुलकर्णी & Co. தமிழ்', ['Devanagari: आशा कुलकर्णी & ', 'Latin: Co. ', 'Tamil: தமிழ்']],
    ['Latin first', '12-B, पुणे', ['Latin: 12-B, ', 'Devanagari: पुणे']],
    ['letters of no font', '李Rao ਸ੍ਰੀ\u0000\ud800', ['Latin: Rao ', 'Gurmukhi: ਸ੍ਰੀ']],
    ['the rupee', '₹5', ['Latin: ₹5']],
    ['pictures', 'Done ✅👩🏽‍💻', ['Latin: Done ', 'Pictures: ✅👩🏽‍💻']],
    ['only letters of no font', '李\t\u200d', []],
  ])('%s', (_, text, runs) => {
    expect(splitRuns(text).map((run) => `${run.script}: ${run.text}`)).toEqual(runs);
  });

  test('and is drawable when none of it is left out', () => {
    expect(['', 'Rao', 'आशा & Co.', '李', 'Rao 李', 'आशा\t'].map(isDrawable)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('a text is drawn', () => {
  test.each([
    ['Bengali', 'চন্দ্র', 5],
    ['Devanagari', 'कुलकर्णी', 6],
    ['Gujarati', 'શ્રી', 2],
    ['Gurmukhi', 'ਸ੍ਰੀ', 3],
    ['Kannada', 'ಜ್ಞಾನ', 3],
    ['Malayalam', 'പ്രകാശ്', 6],
    ['Oriya', 'ଶ୍ରୀ', 2],
    ['Tamil', 'ஸ்ரீ', 1],
    ['Telugu', 'శ్రీ', 2],
  ])('in %s: %s is %i of its glyphs', async (script, word, glyphs) => {
    const pdf = await draw(word);
    expect(pdf).toContain(`+NotoSans${script}-Bold`);
    expect(pdf).not.toContain('/Helvetica');
    expect(countGlyphs(pdf)).toBe(glyphs);
  });

  test.each(['आईडी', 'कुलकर्णी', 'क्षत्रिय', '✅'])('so that %s is copied as it is, whatever its glyphs', async (text) => {
    const pdf = new PDFDocument({ compress: false });
    await writeText(pdf, text, 10);
    pdf.end();
    const content = (await buffer(pdf)).toString('latin1');
    const [, said = ''] = /BT\n\/Span <<\/ActualText <feff(\w+)>>> BDC\n.*?EMC\nET/s.exec(content) ?? [];
    expect(Buffer.from(said, 'hex').swap16().toString('utf16le')).toBe(text);
  });

  test.each(['Rao & Sons, ₹5', 'Ação Ωμέγα'])('so that %s is copied letter by letter', async (text) => {
    const pdf = new PDFDocument();
    await writeText(pdf, text, 10);
    pdf.end();
    const read = await extractText(await getDocumentProxy(new Uint8Array(await buffer(pdf))), { mergePages: true });
    expect(read.text).toBe(text);
  });

  test('every letter of a font’s pattern is one that the font has', async () => {
    for (const letter of '₹–—‘’“”…€™№−Ωя') expect(isDrawable(letter), letter).toBe(true);
    const all = Array.from({ length: 0x2800 - 0x20 }, (_, at) => String.fromCodePoint(at + 0x20));
    const latin = all.filter((letter) => splitRuns(letter)[0]?.script === 'Latin').join('');
    // A letter that the font lacks would have no glyph.
    const drawn = new PDFDocument({ compress: false });
    await writeText(drawn, latin, 4);
    drawn.end();
    expect(countGlyphs((await buffer(drawn)).toString('latin1'))).toBeGreaterThanOrEqual(latin.length - 40);
  });

  test('without the letters that its font lacks', async () => {
    expect(countGlyphs(await draw('க\u{11fc0}க'))).toBe(2);
    expect(countGlyphs(await draw('\u{11fc0}'))).toBe(0);
  });

  test('in lines of the same height in every script', async () => {
    const heights = ['Rao', 'ಜ್ಞಾನ', 'Rao తెలుగు', 'ଶ୍ରୀ Rao'].map(async (line) => {
      const pdf = new PDFDocument();
      const top = pdf.y;
      await writeText(pdf, line, 10);
      return pdf.y - top;
    });
    for (const height of await Promise.all(heights)) expect(height).toBeCloseTo(14);
  });
});

async function draw(text: string): Promise<string> {
  const pdf = new PDFDocument({ compress: false, font: '' });
  await writeText(pdf, text, 10, '700Bold');
  pdf.end();
  return (await buffer(pdf)).toString('latin1');
}

function countGlyphs(pdf: string): number {
  const shown = [...pdf.matchAll(/^\[(.*)\] TJ$/gm)].map(([, glyphs = '']) => glyphs);
  return shown
    .join('')
    .matchAll(/<([0-9a-f]+)>/g)
    .reduce((sum, [, hex = '']) => sum + hex.length / 4, 0);
}
