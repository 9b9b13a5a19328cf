import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compound, nestedCompound, pdf, zip } from '../../../../test/forms.ts';
import { cleanFileName } from '../names.ts';
import { CompoundFile } from './compound-file.ts';
import { inspectArchive } from './inspect-archive.ts';
import { inspectCompound } from './inspect-compound.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { isProgramName } from './programs.ts';

/** Milliseconds of processor that some work takes. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** What a file takes that was made to take long; each of these took seconds to minutes as patterns over the text. */
const SOON = 500;

test.each([
  ['blanks', `a${' '.repeat(80_000)}b.pdf`],
  ['dots', `a${'.'.repeat(80_000)}b`],
  ['blanks within the part that is looked at', `a${' '.repeat(3_900)}b.pdf`],
  ['folders', '/ '.repeat(40_000)],
  ['halves of letters', '\ud800'.repeat(80_000)],
])('a name with many %s is cleaned soon', async (_, name) => {
  expect(await cpuOf(() => cleanFileName(name))).toBeLessThan(SOON);
});

test.each([
  ['endings before a colon', `${'.a:'.repeat(30_000)}\n`],
  ['blanks after an ending', `a.b${' '.repeat(90_000)}x`],
  ['endings', '.a'.repeat(50_000)],
  ['colons', ':'.repeat(90_000)],
])('a name with many %s is told from a program soon', async (_, name) => {
  expect(await cpuOf(() => isProgramName(name))).toBeLessThan(SOON);
});

test.each([
  ['setup.exe', true],
  ['setup.exe . .', true],
  ['setup.exe\n', true],
  ['setup.exe:text', true],
  ['text.txt:setup.exe', true],
  ['C:\\tools\\setup.exe', true],
  ['report.pdf', false],
  ['setup.exe/readme.txt', false],
  ['exe', false],
])('%j is a program: %s', (name, isProgram) => expect(isProgramName(name)).toBe(isProgram));

test('folders of macros are found whatever their names have, and long names are refused soon', async () => {
  const long = `xl/${'macrosheets/'.repeat(5_000)}a\n`;
  const bytes = zip(['xl/workbook.xml', ...Array.from({ length: 400 }, (_, n) => `${n}${long}`)]);
  expect(await cpuOf(async () => expect((await inspectArchive(bytes)).type).toBe(null))).toBeLessThan(SOON);
  expect((await inspectArchive(zip(['xl/workbook.xml', 'xl/macrosheets/a\nb']))).harm).toBe('macros');
});

test('parts of an archive that share their bytes are not unpacked again and again', async () => {
  const packed = Buffer.concat([
    Buffer.alloc(400_000, Buffer.from('000000ffff', 'hex')),
    deflateRawSync(Buffer.from('x')),
  ]);
  const names = ['word/document.xml', ...Array.from({ length: 300 }, (_, n) => `a${n}`)];
  const bytes = zip(names, undefined, { content: Buffer.from('x'), packed, isShared: true });
  expect(bytes.length).toBeLessThan(500_000);
  expect(await cpuOf(async () => expect((await inspectArchive(bytes)).type).toBeNull())).toBeLessThan(SOON);
});

test('storages one in the other are read once each, and a circle of sectors or entries ends', async () => {
  const deep = nestedCompound(15_000);
  expect(await cpuOf(() => expect(inspectCompound(deep).type).toBeNull())).toBeLessThan(SOON);
  expect(new CompoundFile(deep).entries.at(-1)?.depth).toBe(14_999);
  expect(() => new CompoundFile(nestedCompound(2_000, { isCircle: true }))).toThrow('circle');
  expect(() => new CompoundFile(nestedCompound(25_000))).toThrow('too many');
  const self = compound({ WordDocument: '00' });
  // The root's child is the root.
  self.writeUInt32LE(0, (self.readUInt32LE(48) + 1) * 512 + 76);
  expect(inspectCompound(self).type).toBeNull();
});

test.each([0, 30, 44, 48, 56, 60, 68, 76])(
  'a compound file whose header is wrong at %i is read or refused soon',
  async (at) => {
    for (const value of [0, 1, 7, 0xffff, 0x7fffffff, 0xfffffffa, 0xffffffff]) {
      const bytes = compound({ WordDocument: '00', Workbook: '0908' });
      bytes.writeUInt32LE(value, at);
      const read = () => {
        try {
          inspectCompound(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      };
      expect(await cpuOf(read)).toBeLessThan(SOON);
    }
  },
);

test('what is in the root decides, also where streams are large, and what lies deeper doesn’t', () => {
  const large = 'eca5'.padEnd(10_000, '0');
  expect(inspectCompound(compound({ WordDocument: large })).type).toBe('doc');
  expect(inspectCompound(compound({ 'ObjectPool/_1/WordDocument': large })).type).toBeNull();
  expect(inspectCompound(compound({ 'Attachment/__properties_version1.0': '00' })).type).toBeNull();
  expect(inspectCompound(compound({ Book: '0908' })).type).toBe('xls');
});

test('a PDF of more pages than anybody sends is refused before its pages are looked for', async () => {
  expect((await inspectPdf(pdf({ pages: 20_001 }))).type).toBeNull();
  expect((await inspectPdf(pdf({ pages: 600 }))).type).toBe('pdf');
});

test('of several harms the one is told that nothing lets through', async () => {
  const script = '/OpenAction<</S/JavaScript/JS(print\\(\\))>>';
  const program = '/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(calc.exe)>>>>]';
  expect(await inspectPdf(pdf({ catalog: script, page: program }))).toEqual({ type: null, harm: 'program' });
  expect(await inspectPdf(pdf({ catalog: script }))).toEqual({ type: 'pdf', harm: 'script' });
  const site = '/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(www.epfindia.com)>>>>]';
  expect(await inspectPdf(pdf({ page: site }))).toEqual({ type: 'pdf', harm: null });
});
