import { afterAll, expect, test } from 'vitest';
import { compound, GENUINE, pdf, WORD_DOCUMENT, zip } from '../../../test/forms.ts';
import { detectFileType, detectStoredType, FIRST_BYTES } from './contents.ts';
import { INSPECTION_LIMITS, Inspection } from './inspection/inspection.ts';
import { InspectionBudget } from './inspection-budget.ts';
import { cleanFileName } from './names.ts';

test.each(Object.entries(GENUINE))('a genuine %s', async (type, bytes) => {
  expect(await lookAt(bytes)).toBe(type);
});

const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const WORD = { WordDocument: WORD_DOCUMENT };
const LINK = '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://x.in)>>>>';
const SCRIPT = '<</S/JavaScript/JS(app.alert\\(1\\))>>';
const SLOW = pdf({ page: `/Annots[${LINK.repeat(20_000)}]` });
const MUCH = Buffer.alloc(6e6);

test.each<[string, Buffer, string | null]>([
  ['a Windows program', Buffer.from('MZ\x90\x00\x03\x00\x00\x00', 'latin1'), null],
  ['a Linux program', Buffer.from('\x7fELF\x02\x01\x01\x00', 'latin1'), null],
  ['a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), null],
  ['a page', Buffer.from('\n<!DOCTYPE html><script>alert(1)</script>'), null],
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), null],
  ['a script', Buffer.from('#!/bin/sh\nrm -rf /\n'), null],
  ['text with a NUL', Buffer.from('a,b\0c'), null],
  ['text of a Windows code page', Buffer.from('Name,Ort\nJos\xe9,K\xf6ln\n', 'latin1'), 'csv'],
  ['text with a byte order mark', Buffer.from('\ufeffName,Wage\n'), 'csv'],
  ['text that begins with a bound', Buffer.from('<50 employees,yes\n'), 'csv'],

  ['an archive of anything', zip(['setup.exe']), null],
  ['a document with macros', zip(['word/document.xml', 'word/vbaProject.bin']), 'macros'],
  ['a workbook with old macros', zip(['xl/workbook.xml', 'xl/macrosheets/sheet1.xml']), 'macros'],
  ['a document with a control', zip(['word/document.xml', 'word/activeX/activeX1.bin']), 'macros'],
  ['a document with a program inside', zip(['word/document.xml', 'word/media/setup.exe']), 'macros'],
  ['a document with a script inside', zip(['word/document.xml', 'customXml/run.js ']), 'macros'],
  ['a document with an archive inside', zip(['word/document.xml', 'word/embeddings/all.zip']), 'macros'],
  ['a document with macros inside', zip(['word/document.xml', 'word/embeddings/a.docm']), 'macros'],
  ['a document with a workbook inside', zip(['word/document.xml', 'word/embeddings/a.xlsx']), 'docx'],
  ['a document with a genuine workbook inside', around(GENUINE.xlsx), 'docx'],
  ['a document with an archive of another name inside', around(zip(['letter.txt'])), 'macros'],
  ['a document with a workbook with macros inside', around(zip(['xl/workbook.xml', 'xl/vbaProject.bin'])), 'macros'],
  ['a document with a workbook with a workbook inside', around(around(GENUINE.xlsx)), 'macros'],
  ['a document with more than 2,000 parts with those inside', around(zip(manyParts(1_000))), 'macros'],
  ['a document with content in a folder', zip(['word/document.xml', 'word/media/']), null],
  [
    'a document with an empty folder',
    zip(['word/document.xml', 'word/media/'], 0, { content: Buffer.alloc(0) }),
    'docx',
  ],
  [
    'a document with a program of another name inside',
    zip(['word/document.xml', 'word/media/image1.png'], undefined, { content: Buffer.from('MZ\x90\0') }),
    'macros',
  ],
  [
    'a document with a program that comes out byte by byte',
    zip(['word/document.xml', 'a'], undefined, slowly('MZ')),
    'macros',
  ],
  [
    'a document that says it has macros',
    zip(['word/document.xml', '[Content_Types].xml'], undefined, {
      content: Buffer.from('<Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>'),
    }),
    'macros',
  ],
  [
    'a document with a packed file inside',
    zip(['word/document.xml', 'word/embeddings/oleObject1.bin'], undefined, {
      content: compound({ '\u0001Ole10Native': '4d5a' }),
    }),
    'macros',
  ],
  ['a presentation', zip(['ppt/presentation.xml']), null],
  ['an archive of 2,001 files', zip(manyParts(2_001)), null],
  ['the beginning of an archive', GENUINE.docx.subarray(0, 60), null],
  ['an archive whose directory lies elsewhere', pointDirectoryTo(0xffffffff), null],
  ['an archive whose directory is itself', pointDirectoryTo(0), null],
  ['an archive that unpacks to 4 GB', zip(['word/document.xml'], 0xfffffffe), null],
  ['an archive whose parts together unpack to too much', zip(['xl/workbook.xml', 'a', 'b'], 7e6), null],
  ['an archive that unpacks to much', zip(['xl/workbook.xml', 'a', 'b'], MUCH.length, { content: MUCH }), 'xlsx'],
  ['an archive that unpacks to more than it says', zip(['xl/workbook.xml', 'a'], 100, { content: MUCH }), null],
  ['an archive that unpacks to less than it says', zip(['xl/workbook.xml', 'a'], 100), null],
  ['a document with sizes of 64 bits', zip(['word/document.xml'], 6, { zip64: true }), 'docx'],
  ['an archive that unpacks to 5 GB', zip(['word/document.xml'], 5e9, { zip64: true }), null],
  ['an archive whose size is missing', zip(['word/document.xml'], 0xffffffff), null],
  ['a document written online', zip(['word/document2.xml']), 'docx'],

  ['an old workbook', compound({ Workbook: '0908' }), 'xls'],
  ['a message of Outlook', compound({ '__properties_version1.0': '00' }), 'msg'],
  ['the name of a stream and nothing else', Buffer.concat([COMPOUND, Buffer.from('WordDocument', 'utf16le')]), null],
  ['a compound file of garbage', Buffer.concat([COMPOUND, Buffer.alloc(2_000, 'x')]), null],
  ['an old document that has only the stream', compound({ WordDocument: '00' }), null],
  ['an old document with macros', compound({ ...WORD, 'Macros/VBA/dir': '00' }), 'macros'],
  ['an old document with a packed file', compound({ ...WORD, 'ObjectPool/_1/\u0001Ole10Native': '4d5a' }), 'macros'],
  ['an old document with a workbook inside', compound({ ...WORD, 'ObjectPool/_1/Workbook': '0908' }), 'doc'],

  ['a page called a PDF', Buffer.from('%PDF-1.7\n<html><script>alert(1)</script></html>'), null],
  ['a PDF without a page', Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n'), null],
  ['a PDF behind a byte order mark', Buffer.concat([Buffer.from('\ufeff'), GENUINE.pdf]), 'pdf'],
  ['a PDF behind line breaks', Buffer.concat([Buffer.from('\r\n\n'), GENUINE.pdf]), 'pdf'],
  [
    'a PDF behind a line break that starts a program',
    Buffer.concat([Buffer.from('\n'), pdf({ catalog: '/OpenAction<</S/Launch/F(cmd.exe)>>' })]),
    'program',
  ],
  ['a program with a PDF behind it', Buffer.concat([Buffer.from('MZ\x90\0\n', 'latin1'), GENUINE.pdf]), null],
  ['a PDF with something behind it', Buffer.concat([GENUINE.pdf, Buffer.alloc(3_000)]), 'pdf'],
  ['a PDF of 5 MB', pdf({ size: 5 * 1024 * 1024 }), 'pdf'],
  ['a PDF that runs a script on opening', pdf({ catalog: `/OpenAction${SCRIPT}` }), 'script'],
  ['a PDF with a script', pdf({ catalog: `/Names<</JavaScript<</Names[(a)${SCRIPT}]>>>>` }), 'script'],
  ['a PDF whose page runs a script', pdf({ page: `/AA<</O${SCRIPT}>>` }), 'script'],
  ['a PDF that starts a program', pdf({ catalog: '/OpenAction<</S/Launch/F(cmd.exe)>>' }), 'program'],
  ['a PDF that links to a program', pdf({ page: linkTo('<</S /Launc#68/F(calc.exe)>>') }), 'program'],
  ['a PDF that links to a script', pdf({ page: linkTo('<</S/URI/URI(javascript:steal\\(\\))>>') }), 'script'],
  ['a PDF that links to a page', pdf({ page: linkTo('<</S/URI/URI(https://example.com/a.php)>>') }), 'pdf'],
  [
    'a PDF with a file attached',
    pdf({ catalog: '/Names<</EmbeddedFiles<</Names[(a)<</F(a.exe)/EF<</F 3 0 R>>>>]>>>>' }),
    'attachment',
  ],
])('%s', async (_, bytes, expected) => {
  expect(await lookAt(bytes)).toBe(expected);
});

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

test.each<[string, Buffer, string | null]>([
  ['text', utf16('नाम\tWage\r\nमीरा\t1\r\n'), 'csv'],
  ['text with the high byte first', utf16('a,b\n1,2\n').swap16(), 'csv'],
  ['text whose pieces end within characters', utf16('a😀'.repeat(5_000)), 'csv'],
  ['a page', utf16('<!DOCTYPE html><script>alert(1)</script>'), null],
  ['text with a NUL', utf16('a\0b'), null],
  ['half a character at its end', utf16('a,b').subarray(0, -1), null],
  ['bytes that are no text', Buffer.from('fffe00d80041', 'hex'), null],
])('in UTF-16 with its mark, %s', async (_, bytes, expected) => {
  const pieces = Array.from({ length: Math.ceil(bytes.length / 1_001) }, (_, n) =>
    bytes.subarray(n * 1_001, (n + 1) * 1_001),
  );
  async function* read() {
    yield* pieces;
  }
  const stored = { claimed: 'csv', firstBytes: bytes.subarray(0, FIRST_BYTES), size: bytes.length, read } as const;
  expect((await detectStoredType(stored, formOf('somebody'))).type).toBe(expected);
});

/** The type of a file, or the harm that it may do. */
async function lookAt(bytes: Buffer): Promise<string | null> {
  const { type, harm } = await detectFileType(bytes, formOf('somebody'), { isStranger: false });
  return harm ?? type;
}

const strict = new Inspection({ ...INSPECTION_LIMITS, cpuMs: 500, bytes: 150_000_000, lookEveryMs: 20 });
afterAll(() => strict.close());

test('a file that takes too much time or memory is refused, and the next one is looked at', async () => {
  const wide = zip(['word/document.xml', '[Content_Types].xml'], 4e8, { content: Buffer.alloc(4e8) });
  expect(
    await Promise.all([SLOW, wide, GENUINE.doc].map((bytes) => strict.inspect(async () => bytes, formOf('somebody')))),
  ).toMatchObject([{ type: null }, { type: null }, { type: 'doc' }]);
}, 60_000);

test('a sender of slow files holds up nobody: the file of another is looked at next', async () => {
  const order: string[] = [];
  const look = (sender: string, bytes: Buffer) =>
    strict.inspect(async () => bytes, formOf(sender)).then(({ type }) => order.push(`${sender}: ${type}`));
  await Promise.all([look('slow', SLOW), look('slow', SLOW), look('slow', SLOW), look('other', GENUINE.doc)]);
  expect(order).toEqual(['slow: null', 'other: doc', 'slow: null', 'slow: null']);
}, 60_000);

test('a form whose files wait or run for longer than it may is told to come back', async () => {
  const slow = async () => SLOW;
  const doc = async () => GENUINE.doc;
  const running = strict.inspect(slow, formOf('slow'));
  const waiting = new InspectionBudget('other', { cpuMs: 10_000, wallMs: 20 });
  const late = { code: 'unavailable', retryAfter: 10 };
  await expect(strict.inspect(doc, waiting)).rejects.toMatchObject(late);
  await running;
  const short = new InspectionBudget('slow', { cpuMs: 50, wallMs: 60_000 });
  await expect(strict.inspect(slow, short)).rejects.toMatchObject(late);
  expect(await strict.inspect(doc, formOf('other'))).toMatchObject({ type: 'doc' });
}, 60_000);

function formOf(sender: string): InspectionBudget {
  return new InspectionBudget(sender);
}

function linkTo(action: string): string {
  return `/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A${action}>>]`;
}

test.each([
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\Users\\Meera\\wage register.xlsx', 'wage register.xlsx'],
  ['form.pdf\0.exe', 'form.pdf.exe'],
  ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie_ x.pdf'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['..hidden.pdf. ', 'hidden.pdf'],
  ['मज़दूरी रजिस्टर.pdf', 'मज़दूरी रजिस्टर.pdf'.normalize('NFC')],
  [`${'a'.repeat(300)}.pdf`, `${'a'.repeat(200)}.pdf`],
  [`${'म'.repeat(300)}.pdf`, `${'म'.repeat(66)}.pdf`],
  ['no ending', 'no ending'],
  ['/', ''],
  [undefined, ''],
])('the name %j is kept as %j', (given, kept) => {
  expect(cleanFileName(given)).toBe(kept);
});

/** A document two parts of which are a file; neither has a name that tells so. */
function around(content: Buffer): Buffer {
  return zip(['word/document.xml', 'word/embeddings/x.bin'], undefined, { content });
}

/** Two bytes compressed so that only the first of them comes out of the first 64 KB. */
function slowly(text: string): { content: Buffer; packed: Buffer } {
  const stored = (byte: string, isLast: number) => Buffer.from([isLast, 1, 0, 0xfe, 0xff, byte.charCodeAt(0)]);
  const nothing = Buffer.alloc(100_000, Buffer.from('000000ffff', 'hex'));
  const [first = '', second = ''] = text;
  return { content: Buffer.from(text), packed: Buffer.concat([stored(first, 0), nothing, stored(second, 1)]) };
}

function manyParts(count: number): string[] {
  return ['word/document.xml', ...Array.from({ length: count - 1 }, (_, n) => `a${n}`)];
}

function pointDirectoryTo(offset: number): Buffer {
  const archive = zip(['word/document.xml']);
  archive.writeUInt32LE(offset, archive.length - 6);
  return archive;
}
