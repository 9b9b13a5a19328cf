import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { afterAll, expect, test } from 'vitest';
import { THREAD_LIMITS } from '../../../platform/files/threads/guarded-thread.ts';
import { DocumentReader } from './document-reader.ts';

const strict = new DocumentReader({ ...THREAD_LIMITS, cpuMs: 700, bytes: 250_000_000, lookEveryMs: 20 });
afterAll(() => strict.close());

async function draw(lines: readonly string[], options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument(options);
  for (const line of lines) document.text(line);
  document.end();
  return Buffer.concat(await Array.fromAsync(document));
}

const read = (bytes: Buffer, sender = 'somebody') => strict.read(async () => bytes, sender);

test('a document that opens with a password alone is locked, and what is no PDF can’t be read', async () => {
  expect(await read(await draw(['TRRN 123456'], { userPassword: 'secret' }))).toEqual({ text: 'locked' });
  expect(await read(Buffer.from('%PDF-1.7\n<html>'))).toEqual({ text: 'unreadable' });
  expect(await read(await draw(['TRRN 1234567'], { ownerPassword: 'secret' }))).toMatchObject({
    read: { numbers: ['1234567'] },
  });
});

/** A PDF of a page, whose few bytes unpack to millions of words. */
function bomb(): Buffer {
  const words = deflateSync(Buffer.from(`BT /F1 9 Tf ${'(x) Tj '.repeat(4e6)} ET`));
  const head = `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
4 0 obj<</Filter/FlateDecode/Length ${words.length}>>stream\n`;
  return Buffer.concat([Buffer.from(head), words, Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF')]);
}

test('one that unpacks to more than it may is given up, and the next one is read', async () => {
  const [given, next] = await Promise.all([read(bomb()), read(await draw(['TRRN 7654321']), 'other')]);
  expect([given, next]).toEqual([{ text: 'unreadable' }, expect.objectContaining({ text: 'read' })]);
}, 60_000);
