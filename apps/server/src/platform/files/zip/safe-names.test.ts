import { expect, test } from 'vitest';
import { safeName, UniquePaths } from './safe-names.ts';

test.each([
  ['a Hindi name', `${'क्षि'.repeat(79)}.pdf`],
  ['one letter with a thousand marks', `a${'\u0301'.repeat(1_000)}.pdf`],
  ['faces of families', '👨‍👩‍👧‍👦'.repeat(60)],
])('%s fits into the 255 bytes that a system takes, also with a number', (_, name) => {
  const paths = new UniquePaths();
  for (let n = 0; n < 3; n++) {
    const [, last = ''] = paths.take('evidence', safeName(name)).split('/');
    expect(Buffer.byteLength(last)).toBeLessThanOrEqual(255);
    expect(last).toMatch(/^[^.]+(\.pdf)?$/u);
    expect(last.endsWith('.pdf')).toBe(name.endsWith('.pdf'));
  }
});

test('a name is cut between letters, and not where it fits', () => {
  const letter = 'क्षि';
  expect(safeName(`${letter.repeat(79)}.pdf`)).toBe(
    `${letter.repeat(Math.floor(196 / Buffer.byteLength(letter)))}.pdf`,
  );
  expect(safeName('चालान सितंबर 2026.pdf')).toBe('चालान सितंबर 2026.pdf');
  expect(safeName('x'.repeat(90))).toBe('x'.repeat(80));
});
