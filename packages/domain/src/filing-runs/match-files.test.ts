import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type HeapFile, type MatchCompany, matchFiles, needsAnEye } from './match-files.ts';

const company = (companyId: string, companyName: string, numbers: Record<string, string>): MatchCompany => ({
  companyId,
  companyName,
  registrations: Object.entries(numbers).map(([kind, number]) => ({
    registrationId: `${companyId} ${number}`,
    kind: kind.replace(/\d$/, '') as 'epf',
    number,
  })),
});

const RAO = company('rao', 'Rao & Sons Pvt. Ltd.', { epf: 'MHBAN0012345000', pan: 'AAPFU0939F' });
const SHAH = company('shah', 'Shah Textiles LLP', { epf: 'GJAHD0098765000', esi: '53000123450000999' });
const SHAH_EXPORTS = company('exports', 'Shah Textiles Exports', { epf: 'KDMAL0011111000' });
const TWO = company('two', 'Two Offices', { epf1: 'BGBNG0012345000', epf2: 'TNMAS0054321000' });
const ALL = [RAO, SHAH, SHAH_EXPORTS, TWO];

const RUN = { kind: 'epf', frequency: 'monthly', day: Temporal.PlainDate.from('2026-12-15') } as const;

const file = (text: string, name = 'challan.pdf', sha256 = `${name} ${text}`): HeapFile => {
  return { id: `${name} ${text}`, name, text, sha256 };
};
const match = (text: string, name?: string) => matchFiles([file(text, name)], ALL, RUN)[0];

test.each([
  [
    'the number in the text',
    'Establishment ID MHBAN0012345000',
    'a.pdf',
    'rao',
    'EPF code MHBAN0012345000 in its text',
  ],
  ['the number in parts', 'MH/BAN/0012345/000', 'a.pdf', 'rao', 'EPF code MHBAN0012345000 in its text'],
  ['without its zeros and extension', 'code MH/BAN/12345 of', 'a.pdf', 'rao', 'EPF code MHBAN0012345000 in its text'],
  ['in small letters', 'mhban0012345000', 'a.pdf', 'rao', 'EPF code MHBAN0012345000 in its text'],
  ['the number in the name', '', 'ECR_MHBAN0012345000_112026.pdf', 'rao', 'EPF code MHBAN0012345000 in its name'],
  ['run together in the name', '', 'ecrMHBAN0012345000nov.pdf', 'rao', 'EPF code MHBAN0012345000 in its name'],
  ['another number', 'PAN AAPFU0939F', 'a.pdf', 'rao', 'PAN AAPFU0939F in its text'],
  ['a number of an ESI form', '53-00-012345-000-0999', 'a.pdf', 'shah', 'ESI code 53000123450000999 in its text'],
  [
    'the company’s name',
    'M/s RAO AND SONS PRIVATE LIMITED',
    'a.pdf',
    'rao',
    'The name Rao & Sons Pvt. Ltd. in its text',
  ],
  ['its name in the file’s', '', 'Shah Textiles Nov.pdf', 'shah', 'The name Shah Textiles LLP in its name'],
  [
    'the longer of two names',
    'Shah Textiles Exports',
    'a.pdf',
    'exports',
    'The name Shah Textiles Exports in its text',
  ],
])('a file is known by %s', (_, text, name, companyId, why) => {
  expect(match(text, name)).toMatchObject({ companyId, why, among: [] });
});

test.each([['XMHBAN0012345000'], ['MHBAN00123450001'], ['page 12345 of 98765'], ['Two'], ['']])(
  'nothing is guessed from %s',
  (text) => {
    expect(match(text)).toMatchObject({
      companyId: null,
      registrationId: null,
      why: 'Neither its text nor its name says whose it is',
      among: [],
    });
  },
);

test('the number that it is filed under wins over others, and its text over its name', () => {
  expect(match('GJAHD0098765000, paid by AAPFU0939F')).toMatchObject({ companyId: 'shah', isContradicting: false });
  expect(match('GJAHD0098765000', 'MHBAN0012345000.pdf')).toMatchObject({ companyId: 'shah', isContradicting: true });
});

test('of several companies it is the one that its name says too, and without that none', () => {
  const both = 'Principal employer MHBAN0012345000, contractor GJAHD0098765000';
  expect(match(both)).toMatchObject({ companyId: null, among: ['rao', 'shah'], why: 'It names 2 of the companies' });
  expect(match(both, 'GJAHD0098765000.pdf')).toMatchObject({ companyId: 'shah', isContradicting: false });
  expect(match(both, 'Shah Textiles.pdf')).toMatchObject({ companyId: 'shah' });
});

test('of a company with several numbers the one that it names', () => {
  expect(match('TNMAS0054321000')).toMatchObject({ companyId: 'two', registrationId: 'two TNMAS0054321000' });
  expect(match('TNMAS0054321000 and BGBNG0012345000')).toMatchObject({ companyId: 'two', registrationId: null });
});

test('what is of another period, twice there, or of nobody needs an eye', () => {
  const files = [
    file('MHBAN0012345000 Wage month November 2026', 'a', 'one'),
    file('GJAHD0098765000 Wage month October 2026', 'b', 'two'),
    file('KDMAL0011111000', 'c', 'three'),
    file('KDMAL0011111000', 'd', 'three'),
    file('', 'e', 'five'),
  ];
  const matched = matchFiles(files, ALL, RUN);
  expect(matched.map(needsAnEye)).toEqual([false, true, true, true, true]);
  expect(matched[1]?.period).toMatchObject({ state: 'differs', months: ['2026-10'] });
  expect(matched[2]?.sameAs).toEqual([files[3]?.id]);
});

const letters = (count: number) =>
  fc
    .array(fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZ'), { minLength: count, maxLength: count })
    .map((all) => all.join(''));
const epf = fc
  .tuple(letters(5), fc.integer({ min: 1_000_000, max: 9_999_999 }))
  .map(([office, code]) => `${office}${code}000`);

test('whatever stands around its number, a file is of that company and of no other', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(epf, { minLength: 2, maxLength: 6 }),
      fc.string(),
      fc.string(),
      (numbers, before, after) => {
        const companies = numbers.map((number, index) => company(`${index}`, '', { epf: number }));
        const text = `${before.replace(/[A-Z0-9]/gi, '')} ${numbers[0]} ${after.replace(/[A-Z0-9]/gi, '')}`;
        expect(matchFiles([file(text)], companies, RUN)[0]?.companyId).toBe('0');
      },
    ),
  );
});

test('the order of the companies decides nothing', () => {
  const texts = ['MHBAN0012345000', 'Shah Textiles Exports', 'MHBAN0012345000 GJAHD0098765000', 'AAPFU0939F', ''];
  fc.assert(
    fc.property(fc.shuffledSubarray(ALL, { minLength: ALL.length }), fc.constantFrom(...texts), (companies, text) => {
      const [one] = matchFiles([file(text)], companies, RUN);
      expect(one?.companyId).toBe(match(text)?.companyId);
    }),
  );
});
