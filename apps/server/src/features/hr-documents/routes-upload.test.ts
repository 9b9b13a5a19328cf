import { once } from 'node:events';
import { connect } from 'node:net';
import { HrDocument } from '@anupalan/contract/hr-documents';
import { UNSTORABLE } from '@anupalan/contract/wire/stored-text';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { type FormFile, formOf, GENUINE, pdf as pdfOf, zip } from '../../../test/forms.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';

const FIVE_MB = 5 * 1024 * 1024;
const WRONG_TYPE = { file: 'Invalid file type' };
const SCRIPT = { file: 'This PDF runs a script. Please print it to a new PDF, and choose that' };
const SCRIPTED = pdfOf({ catalog: '/OpenAction<</S/JavaScript/JS(print\\(\\))>>' });

let server: TestApp;
let admin: Person;

beforeAll(async () => {
  server = await startTestApp();
  admin = await addPerson(server.services, { role: 'admin' });
});

beforeEach(async () => {
  await server.services.database.pool.query('delete from hr_documents');
});

afterAll(() => server.close());

test.each(Object.entries(GENUINE))('a %s is taken', async (type, bytes) => {
  const response = await upload({ title: ' Offer letter ' }, { name: `Offer letter.${type.toUpperCase()}`, bytes });
  expect(response.statusCode).toBe(201);
  expect(HrDocument.parse(response.json())).toEqual(response.json());
  expect(response.json()).toMatchObject({
    title: 'Offer letter',
    description: '',
    fileName: `Offer letter.${type.toUpperCase()}`,
    fileType: type,
    fileSize: bytes.length,
  });
});

test.each(['scan.jpg', 'scan.docx', 'scan'])('a PDF called %s is taken as a PDF', async (name) => {
  const { fileName, fileType } = (await upload({ title: 'T' }, { name })).json();
  expect([fileName, fileType]).toEqual(['scan.pdf', 'pdf']);
});

test('the description is kept when given, and what else comes is ignored', async () => {
  const ignored = { field: 'picture', name: 'x.exe', bytes: Buffer.alloc(FIVE_MB) };
  const form = formOf({ title: 'T', description: 'For new staff', colour: 'red' }, [ignored, pdf()]);
  const response = await call(form);
  expect([response.statusCode, response.json().description]).toEqual([201, 'For new staff']);
});

test('the first of several files is taken', async () => {
  const files = [pdf({ bytes: padded(3e6) }), pdf({ name: 'second.pdf', bytes: padded(3e6) })];
  const response = await call(formOf({ title: 'T' }, files));
  expect([response.statusCode, response.json().fileName]).toEqual([201, 'form.pdf']);
});

test('the list leaves the bytes of its files out', async () => {
  await upload({ title: 'T' }, {});
  const response = await server.call({ url: '/api/hr-format', token: admin.token });
  expect(response.json()).toHaveLength(1);
  expect(response.body).not.toContain('content');
});

describe('refused, with nothing kept', () => {
  test.each<[string, Record<string, string>, Partial<FormFile>, Record<string, string>]>([
    ['no title', {}, {}, { title: 'Title is required' }],
    ['a blank title', { title: '  ' }, {}, { title: 'Title is required' }],
    ['a program called a document', { title: 'T' }, { bytes: Buffer.from('MZ\x90\0\x03') }, WRONG_TYPE],
    ['a program', { title: 'T' }, { name: 'setup.exe' }, WRONG_TYPE],
    ['a document called otherwise', { title: 'T' }, { name: 'a.xlsx', bytes: GENUINE.docx }, WRONG_TYPE],
    ['no ending', { title: 'T' }, { name: 'docx', bytes: GENUINE.docx }, WRONG_TYPE],
    [
      'a picture, whatever it is called',
      { title: 'T' },
      { bytes: Buffer.from('ffd8ffe000104a464946', 'hex') },
      WRONG_TYPE,
    ],
    ['a PDF with a script', { title: 'T' }, { bytes: SCRIPTED }, SCRIPT],
    ['an archive called a document', { title: 'T' }, { name: 'a.docx', bytes: zip(['x']) }, WRONG_TYPE],
    ['a zip bomb', { title: 'T' }, { name: 'a.docx', bytes: zip(['word/document.xml'], 3e9) }, WRONG_TYPE],
    ['an empty file', { title: 'T' }, { bytes: Buffer.alloc(0) }, { file: 'The file is empty' }],
    [
      'a byte more than 5 MB',
      { title: 'T' },
      { bytes: padded(FIVE_MB + 1) },
      { file: 'File size must be less than 5MB' },
    ],
    ['much more than 5 MB', { title: 'T' }, { bytes: padded(40e6) }, { file: 'File size must be less than 5MB' }],
    ['no file', { title: 'T' }, { field: 'document' }, { file: 'File is required' }],
    ['a file field left alone', { title: 'T' }, { name: '', bytes: Buffer.alloc(0) }, { file: 'File is required' }],
    [
      'everything at once',
      { description: 'x'.repeat(2_001) },
      { name: 'a.exe' },
      {
        title: 'Title is required',
        description: 'Please use at most 2000 characters',
        file: 'Invalid file type',
      },
    ],
  ])('%s', async (_, fields, file, errors) => {
    const response = await upload(fields, file);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ status: 'error', message: Object.values(errors)[0], errors });
    expect(await countDocuments()).toBe(0);
  });

  test('a name with NUL, as if it ended twice', async () => {
    const response = await upload({ title: 'T' }, { name: 'a.pdf\0.exe' });
    expect(failureOf(response)).toEqual([400, `file ${UNSTORABLE}`]);
    expect(await countDocuments()).toBe(0);
  });

  test.each([
    ['a form without an end', { ...pdfForm(), payload: Buffer.from('------anupalan\r\nContent-Dis') }],
    ['a form without a boundary', { ...pdfForm(), headers: { 'content-type': 'multipart/form-data' } }],
    ['a field of the prototype', formOf({ title: 'T', constructor: 'x' }, [pdf()])],
  ])('%s', async (_, form) => {
    expect(failureOf(await call(form))).toEqual([400, 'The request could not be read']);
    expect(await countDocuments()).toBe(0);
  });

  test.each([
    ['too many fields', formOf(Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}`, 'x'])), [pdf()])],
    [
      'too many files',
      formOf(
        { title: 'T' },
        Array.from({ length: 60 }, () => pdf()),
      ),
    ],
    ['more than anybody means', formOf({ title: 'T' }, [pdf({ bytes: Buffer.alloc(101 * 1024 * 1024) })])],
  ])('%s', async (_, form) => {
    expect(failureOf(await call(form))).toEqual([413, 'The request is too large']);
    expect(await countDocuments()).toBe(0);
  });

  test('another content type', async () => {
    const response = await call({ method: 'POST', payload: { title: 'T' } });
    expect(failureOf(response)).toEqual([415, 'The content type is not supported']);
  });

  test('a form where JSON is asked', async () => {
    const response = await server.call({ ...pdfForm(), url: '/api/auth/login' });
    expect(failureOf(response)).toEqual([415, 'The content type is not supported']);
  });
});

test('5 MB exactly are taken', async () => {
  const response = await upload({ title: 'T' }, { bytes: padded(FIVE_MB) });
  expect([response.statusCode, response.json().fileSize]).toEqual([201, FIVE_MB]);
});

test.each([
  ['../../etc/cron.d/x.pdf', 'x.pdf'],
  ['C:\\secret\\x.pdf', 'x.pdf'],
  [`${'n'.repeat(300)}.pdf`, `${'n'.repeat(200)}.pdf`],
  ['वेतन पर्ची.pdf', 'वेतन पर्ची.pdf'],
])('a file called %j is kept as %j', async (name, kept) => {
  expect((await upload({ title: 'T' }, { name })).json().fileName).toBe(kept);
});

test('an upload that breaks off leaves nothing, and the next one works', async () => {
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  const { headers, payload } = formOf({ title: 'T' }, [pdf({ bytes: padded(1e6) })]);
  const received = vi.fn();
  server.app.server.once('request', (request) => request.once('close', received));
  socket.write(
    `POST /api/hr-format/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\n` +
      `Content-Type: ${headers?.['content-type']}\r\nContent-Length: ${Buffer.byteLength(String(payload))}\r\n\r\n`,
  );
  socket.write(Buffer.from(String(payload)).subarray(0, 500_000));
  await once(server.app.server, 'request');
  socket.destroy();
  await vi.waitFor(() => expect(received).toHaveBeenCalled());
  expect(await countDocuments()).toBe(0);
  expect((await upload({ title: 'T' }, {})).statusCode).toBe(201);
  expect(await countDocuments()).toBe(1);
});

test('uploads at the same time all arrive', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload({ title: 'T' }, { bytes: padded(3e6) })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201));
  expect(await countDocuments()).toBe(8);
});

function pdf(file: Partial<FormFile> = {}): FormFile {
  return { field: 'file', name: 'form.pdf', bytes: GENUINE.pdf, ...file };
}

function pdfForm() {
  return formOf({ title: 'T' }, [pdf()]);
}

function padded(size: number): Buffer {
  return pdfOf({ size });
}

function upload(fields: Record<string, string>, file: Partial<FormFile>) {
  return call(formOf(fields, [pdf(file)]));
}

function call(form: Parameters<TestApp['call']>[0]) {
  return server.call({ ...form, url: '/api/hr-format/upload', token: admin.token });
}

async function countDocuments(): Promise<number> {
  const { rows } = await server.services.database.pool.query('select count(*) as n from hr_documents');
  return rows[0].n;
}

test('the API’s document says which files a form takes, and how large', async () => {
  const { paths } = (await server.call({ url: '/api/openapi.json' })).json();
  const bodyOf = (path: string) => JSON.stringify(paths[path].post.requestBody.content['multipart/form-data']);
  const size = `1 byte to ${FIVE_MB} bytes`;
  expect(bodyOf('/api/hr-format/upload')).toContain(`pdf, doc, docx, csv, xlsx by its name and its content; ${size}`);
  expect(bodyOf('/api/contact/job-posting')).toContain(`pdf, doc, docx by its name and its content; ${size}`);
  expect(bodyOf('/api/contact/job-posting')).toContain('"maxItems":10');
});
