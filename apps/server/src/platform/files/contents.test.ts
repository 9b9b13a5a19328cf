import { expect, test } from 'vitest';
import { GENUINE, zip } from '../../../test/forms.ts';
import { detectFileType } from './contents.ts';
import { cleanFileName } from './names.ts';

test.each(Object.entries(GENUINE))('a genuine %s', (type, bytes) => {
  expect(detectFileType(bytes)).toBe(type);
});

const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

test.each<[string, Buffer, string | null]>([
  ['a Windows program', Buffer.from('MZ\x90\x00\x03\x00\x00\x00', 'latin1'), null],
  ['a Linux program', Buffer.from('\x7fELF\x02\x01\x01\x00', 'latin1'), null],
  ['a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), null],
  ['an archive of anything', zip(['setup.exe']), null],
  ['a document with macros', zip(['word/document.xml', 'word/vbaProject.bin']), null],
  ['a presentation', zip(['ppt/presentation.xml']), null],
  ['the beginning of an archive', GENUINE.docx.subarray(0, 60), null],
  ['an archive whose directory lies elsewhere', pointDirectoryTo(0xffffffff), null],
  ['an archive whose directory is itself', pointDirectoryTo(0), null],
  ['an archive that unpacks to 4 GB', zip(['word/document.xml'], 0xfffffffe), null],
  ['an archive whose parts together unpack to too much', zip(['xl/workbook.xml', 'a', 'b'], 7e6), null],
  ['an archive that unpacks to much', zip(['xl/workbook.xml', 'a', 'b'], 6e6), 'xlsx'],
  ['a document with sizes of 64 bits', zip(['word/document.xml'], 6, { zip64: true }), 'docx'],
  ['an archive that unpacks to 5 GB', zip(['word/document.xml'], 5e9, { zip64: true }), null],
  ['an archive whose size is missing', zip(['word/document.xml'], 0xffffffff), null],
  ['a document written online', zip(['word/document2.xml']), 'docx'],
  ['an old workbook', Buffer.concat([COMPOUND, Buffer.from('Workbook', 'utf16le')]), null],
  ['an installer', Buffer.concat([COMPOUND, Buffer.from('84100c0000000000c000000000000046', 'hex')]), null],
  ['a page', Buffer.from('\n<!DOCTYPE html><script>alert(1)</script>'), null],
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), null],
  ['a script', Buffer.from('#!/bin/sh\nrm -rf /\n'), null],
  ['text with a NUL', Buffer.from('a,b\0c'), null],
  ['text of a Windows code page', Buffer.from('Name,Ort\nJos\xe9,K\xf6ln\n', 'latin1'), 'csv'],
  ['text with a byte order mark', Buffer.from('\ufeffName,Wage\n'), 'csv'],
  ['text that begins with a bound', Buffer.from('<50 employees,yes\n'), 'csv'],
])('%s', (_, bytes, type) => {
  expect(detectFileType(bytes)).toBe(type);
});

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

function pointDirectoryTo(offset: number): Buffer {
  const archive = zip(['word/document.xml']);
  archive.writeUInt32LE(offset, archive.length - 6);
  return archive;
}
