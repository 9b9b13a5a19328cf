import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { openFont } from './open-font.ts';

const { resolve } = createRequire(import.meta.url);
const opening = openFont(resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'));

/** The width of a text and of its letters, each as wide as it stands before the next. */
async function measure(text: string) {
  const { glyphs, positions, advanceWidth } = (await opening).layout(text);
  return { glyphs: glyphs.length, widths: positions.map(({ xAdvance }) => xAdvance), advanceWidth };
}

test.each(['AVATAR', 'Form To Tax, 11A: ₹1,23,456.50 – “paid”', 'Wages', 'Café Æ'])(
  'the plain text %j is as wide as one that is shaped as a whole',
  async (text) => {
    // A letter that isn't plain has the whole text shaped.
    const end = 'Ω';
    const whole = await measure(text + end);
    const plain = await measure(text);
    expect(plain.glyphs).toBe(text.length);
    expect(plain.widths.slice(0, -1)).toEqual(whole.widths.slice(0, text.length - 1));
  },
);

test('letters stand nearer where the font says so', async () => {
  const [pair, one, other] = [await measure('AV'), await measure('A'), await measure('V')];
  expect(pair.advanceWidth).toBeLessThan(one.advanceWidth + other.advanceWidth);
});
