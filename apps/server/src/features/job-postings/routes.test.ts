import { listJobPostings } from '@anupalan/contract/job-postings';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { type FormFile, fillJobPosting, formOf, GENUINE, pdf } from '../../../test/forms.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';
import { startSmtp, type TestSmtp } from '../../../test/smtp.ts';
import { UNKNOWN_ID } from '../../../test/tracked.ts';
import { createSmtpMailer, type Mailer } from '../../platform/mail/mailer.ts';
import { createMailDelivery } from '../../platform/mail/outbox.ts';

const FIVE_MB = 5 * 1024 * 1024;

let smtp: TestSmtp;
let mailer: Mailer;
let server: TestApp;
let admin: string;
let free: string;

beforeAll(async () => {
  smtp = await startSmtp();
  mailer = createSmtpMailer(smtp.url, 'Anupalan <no-reply@example.in>');
  server = await startTestApp({ mailer, env: { SUPPORT_EMAIL: 'help@example.in', FORMS_PER_IP: '12' } });
  admin = (await addPerson(server.services, { role: 'admin' })).token;
  free = (await addPerson(server.services)).token;
});

beforeEach(async () => {
  await server.services.database.pool.query('delete from job_postings; delete from rate_limits');
  smtp.received.length = 0;
  server.enqueued.length = 0;
});

afterAll(async () => {
  mailer.close();
  await smtp.close();
  await server.close();
});

describe('submitting', () => {
  test('anybody can, with files; it is kept, mailed to support, and acknowledged', async () => {
    const files = [
      file({ name: 'About us.pdf' }),
      file({ name: 'Plan.DOCX', bytes: GENUINE.docx }),
      file({ name: 'Old.doc', bytes: GENUINE.doc }),
      file({ field: 'picture', name: 'x.exe' }),
    ];
    const response = await submit(fillJobPosting({ jobDescription: 'Runs payroll.\r\nBcc: x@example.in' }), files);
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({ status: 'success', message: 'Job posting submitted successfully' });
    const [posting] = (await list()).jobPostings;
    const kept = fillJobPosting({ jobDescription: 'Runs payroll.\nBcc: x@example.in' });
    expect(posting).toMatchObject({ ...kept, handledAt: null });
    expect(posting?.files).toMatchObject([
      { fileName: 'About us.pdf', fileType: 'pdf', fileSize: GENUINE.pdf.length },
      { fileName: 'Plan.DOCX', fileType: 'docx' },
      { fileName: 'Old.doc', fileType: 'doc' },
    ]);
    for (const { data } of server.enqueued) await createMailDelivery(mailer).run(data);
    const [message, receipt] = smtp.received;
    expect(message).toMatchObject({
      to: ['help@example.in'],
      mail: { subject: 'Job posting: Payroll executive', replyTo: [{ address: 'hr@example.in' }] },
    });
    expect(message?.mail.text).toContain('About us.pdf (1 KB)\nPlan.DOCX (1 KB)');
    expect(message?.mail.text).toContain('Salary range\n4-6 LPA');
    expect(receipt).toMatchObject({ to: ['hr@example.in'], mail: { subject: 'We received your job posting' } });
    expect(receipt?.mail.text).not.toContain('Bcc');
  });

  test('without files and without what is optional', async () => {
    const { additionalPerks, additionalRequirements, ...form } = fillJobPosting();
    expect((await submit(form, [file({ name: '', bytes: Buffer.alloc(0) })])).statusCode).toBe(201);
    expect((await list()).jobPostings).toMatchObject([{ files: [], additionalPerks: '', additionalRequirements: '' }]);
  });

  test('every fault has its message, all at once', async () => {
    const response = await submit({}, [file({ name: 'wages.csv', bytes: GENUINE.csv })]);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toEqual({
      jobTitle: 'Job title is required',
      jobDescription: 'Please provide a detailed job description',
      location: 'Location is required',
      salaryRange: 'Salary range is required',
      requiredExperience: 'Required experience is required',
      qualification: 'Qualification is required',
      specificSkills: 'Please specify required skills',
      jobTimings: 'Job timings are required',
      weeksOffs: 'Please specify weeks offs',
      joiningTimeline: 'Joining timeline is required',
      companyProfile: 'Please provide company profile details',
      contactName: 'Contact name is required',
      contactEmail: 'Invalid email address',
      contactPhone: 'Phone number must be at least 10 digits',
      files: 'Invalid file type',
    });
    expect((await list()).jobPostings).toEqual([]);
    expect(server.enqueued).toEqual([]);
  });

  test.each<[string, FormFile[], string]>([
    ['a program called a document', [file({ bytes: Buffer.from('MZ\0') })], 'Invalid file type'],
    ['an empty one', [file({ bytes: Buffer.alloc(0) })], 'The file is empty'],
    ['one too large', [file(), file({ bytes: padded(FIVE_MB + 1) })], 'File size must be less than 5MB'],
    ['eleven', Array.from({ length: 11 }, () => file()), 'Please attach at most 10 files'],
    [
      'more than 25 MB in all',
      [...Array.from({ length: 5 }, () => file({ bytes: padded(FIVE_MB) })), file()],
      'Files must be at most 25MB in all',
    ],
  ])('of the files %s is refused', async (_, files, message) => {
    const response = await submit(fillJobPosting(), files);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ message, errors: { files: message } });
    expect((await list()).jobPostings).toEqual([]);
  });

  test('25 MB in all exactly are taken', async () => {
    const files = Array.from({ length: 5 }, () => file({ bytes: padded(FIVE_MB) }));
    expect((await submit(fillJobPosting(), files)).statusCode).toBe(201);
  });

  test.each(['+91 98765 43210', '022-2345 6789', '9876543210'])('the phone %s is one', async (contactPhone) => {
    expect((await submit(fillJobPosting({ contactPhone }))).statusCode).toBe(201);
  });

  test.each([
    ['98765 4321', 'Phone number must be at least 10 digits'],
    ['9876543210 (Asha)', 'Please enter only numbers'],
  ])('the phone %s is none', async (contactPhone, message) => {
    expect(failureOf(await submit(fillJobPosting({ contactPhone })))).toEqual([400, message]);
  });

  test('JSON is not read', async () => {
    const response = await server.call({ method: 'POST', url: '/api/contact/job-posting', payload: fillJobPosting() });
    expect(failureOf(response)).toEqual([415, 'The content type is not supported']);
  });

  test('at most 5 an hour a sender, and as many an hour an address as set, messages counted in', async () => {
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push(await submit(fillJobPosting()));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201, 429]);
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(3_500);
    const write = () => server.call({ method: 'POST', url: '/api/contact', payload: {} });
    for (let i = 0; i < 6; i++) expect((await write()).statusCode).toBe(400);
    expect((await write()).statusCode).toBe(429);
    expect((await submit(fillJobPosting({ contactEmail: 'other@example.in' }))).statusCode).toBe(429);
  });
});

describe('administrators', () => {
  const base = `/api/contact/job-postings`;

  test.each([
    ['GET', base],
    ['GET', `${base}/${UNKNOWN_ID}/files/${UNKNOWN_ID}`],
    ['PATCH', `${base}/${UNKNOWN_ID}`],
    ['DELETE', `${base}/${UNKNOWN_ID}`],
  ] as const)('%s %s is for them only', async (method, url) => {
    const payload = method === 'PATCH' ? { payload: { handled: true } } : {};
    expect(failureOf(await server.call({ method, url, ...payload }))).toEqual([401, 'Please sign in to continue']);
    const refused = await server.call({ method, url, ...payload, token: free });
    expect(failureOf(refused)).toEqual([403, 'Only administrators can do this']);
    const unknown = await server.call({ method, url, ...payload, token: admin });
    expect(unknown.statusCode).toBe(url === base ? 200 : 404);
  });

  test('read a file under its name, of its own posting only', async () => {
    await submit(fillJobPosting(), [file({ name: 'हमारे बारे में.pdf' })]);
    await submit(fillJobPosting());
    const [other, posting] = (await list()).jobPostings;
    const read = (id = '') => server.call({ url: `${base}/${id}/files/${posting?.files[0]?._id}`, token: admin });
    const response = await read(posting?._id);
    expect(response.rawPayload).toEqual(GENUINE.pdf);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; .*filename\*=UTF-8''%E0%A4%B9/),
      'x-content-type-options': 'nosniff',
    });
    expect(failureOf(await read(other?._id))).toEqual([404, 'File not found']);
  });

  test('mark a posting as handled, filter by it, and delete it with its files', async () => {
    await submit(fillJobPosting(), [file()]);
    await submit(fillJobPosting({ jobTitle: 'Newer' }));
    const id = (await list()).jobPostings[1]?._id;
    const url = `${base}/${id}`;
    const marked = await server.call({ method: 'PATCH', url, payload: { handled: true }, token: admin });
    expect(marked.json().data).toMatchObject({ _id: id, handledAt: expect.any(String), files: [{ fileType: 'pdf' }] });
    expect((await list('?status=open')).jobPostings).toMatchObject([{ jobTitle: 'Newer' }]);
    expect((await list('?status=handled')).pagination).toEqual({ page: 1, limit: 20, total: 1, pages: 1 });
    expect((await server.call({ method: 'DELETE', url, token: admin })).statusCode).toBe(200);
    const { pool } = server.services.database;
    expect((await pool.query('select * from job_posting_files')).rows).toEqual([]);
    const { rows } = await pool.query('select action from audit_log where subject_id = $1 order by at', [id]);
    expect(rows).toEqual([{ action: 'job-postings.update' }, { action: 'job-postings.delete' }]);
  });
});

function file(changes: Partial<FormFile> = {}): FormFile {
  return { field: 'files', name: 'about.pdf', bytes: GENUINE.pdf, ...changes };
}

function padded(size: number): Buffer {
  return pdf({ size });
}

function submit(fields: Record<string, string>, files: FormFile[] = []) {
  return server.call({ ...formOf(fields, files), url: '/api/contact/job-posting' });
}

async function list(query = '') {
  const response = await server.call({ url: `/api/contact/job-postings${query}`, token: admin });
  return listJobPostings.answers[200].parse(response.json()).data;
}
