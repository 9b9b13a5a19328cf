import { listHrDocuments, MAX_HR_DOCUMENTS, updateHrDocument } from '@anupalan/contract/hr-documents';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { formOf, GENUINE } from '../../../test/forms.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { UNKNOWN_ID } from '../../../test/tracked.ts';

let server: TestApp;
let people: Record<'free' | 'premium' | 'admin', Person>;
let id: string;

beforeAll(async () => {
  server = await startTestApp();
  people = {
    free: await addPerson(server.services),
    premium: await addPerson(server.services, { role: 'premium' }),
    admin: await addPerson(server.services, { role: 'admin' }),
  };
});

beforeEach(async () => {
  await server.services.database.pool.query('delete from hr_documents');
  id = await add('Offer letter', 'वेतन %2026%; (a).pdf');
});

afterAll(() => server.close());

test.each([
  ['GET', '/api/hr-format'],
  ['POST', '/api/hr-format/upload'],
  ['GET', `/api/hr-format/download/${UNKNOWN_ID}`],
  ['PATCH', `/api/hr-format/${UNKNOWN_ID}`],
  ['DELETE', `/api/hr-format/${UNKNOWN_ID}`],
] as const)('%s %s turns a stranger away', async (method, url) => {
  expect(failureOf(await server.call({ method, url }))).toEqual([401, 'Please sign in to continue']);
});

test.each(['free', 'premium'] as const)('a %s user cannot manage documents', async (kind) => {
  const { token } = people[kind];
  const file = { field: 'file', name: 'a.pdf', bytes: GENUINE.pdf };
  const refused = [403, 'Only administrators can do this'];
  const upload = { ...formOf({ title: 'T' }, [file]), url: '/api/hr-format/upload', token };
  expect(failureOf(await server.call(upload))).toEqual(refused);
  const url = `/api/hr-format/${id}`;
  expect(failureOf(await server.call({ method: 'PATCH', url, payload: { title: 'T' }, token }))).toEqual(refused);
  expect(failureOf(await server.call({ method: 'DELETE', url, token }))).toEqual(refused);
  expect(await list()).toMatchObject([{ title: 'Offer letter' }]);
});

test.each(['free', 'premium', 'admin'] as const)('a %s user sees the bare list, newest first', async (kind) => {
  await add('Newer', 'b.pdf');
  const response = await server.call({ url: '/api/hr-format', token: people[kind].token });
  expect(listHrDocuments.answers[200].parse(response.json())).toEqual(response.json());
  expect(response.json().map(({ title }: { title: string }) => title)).toEqual(['Newer', 'Offer letter']);
});

describe('downloading', () => {
  const download = (token: string, of = id) =>
    server.call({ url: `/api/hr-format/download/${of}`, token, headers: { 'accept-encoding': 'gzip, br' } });

  test.each(['premium', 'admin'] as const)('a %s user saves it under its own name', async (kind) => {
    const response = await download(people[kind].token);
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload).toEqual(GENUINE.pdf);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(GENUINE.pdf.length),
      'content-disposition':
        'attachment; filename="____ _2026_; (a).pdf"; filename*=UTF-8\'\'%E0%A4%B5%E0%A5%87%E0%A4%A4%E0%A4%A8%20%252026%25%3B%20%28a%29.pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  test.each([
    ['utf-8', Buffer.from('Name,Wage\nमीरा,41000\n')],
    ['windows-1252', Buffer.from('Name,Wage\nRenée,41000\n', 'latin1')],
  ])('text says that it is %s', async (charset, csv) => {
    const { headers } = await download(people.premium.token, await add('Wages', 'w.csv', csv));
    expect(headers['content-type']).toBe(`text/csv; charset=${charset}`);
  });

  test('text is sent as it is, with its length', async () => {
    const csv = Buffer.from(`Name,Wage\n${'Meera,41000\n'.repeat(500)}`);
    const response = await download(people.premium.token, await add('Wages', 'w.csv', csv));
    expect(response.rawPayload).toEqual(csv);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': String(csv.length),
    });
    expect(response.headers).not.toHaveProperty('content-encoding');
  });

  test('a free user is asked to upgrade', async () => {
    const response = await download(people.free.token);
    expect(failureOf(response)).toEqual([403, 'Upgrade to Premium to download documents']);
  });

  test.each([UNKNOWN_ID, 'nonsense'])('%s is 404', async (unknown) => {
    expect((await download(people.premium.token, unknown)).statusCode).toBe(404);
  });
});

describe('editing', () => {
  const edit = (payload: object, of = id) =>
    server.call({ method: 'PATCH', url: `/api/hr-format/${of}`, payload, token: people.admin.token });

  test('answers the document as it is now; what is left out stays', async () => {
    const response = await edit({ title: 'Appointment letter', description: 'Since 2026' });
    const { data, message } = updateHrDocument.answers[200].parse(response.json());
    expect(message).toBe('Document updated successfully');
    expect(data).toMatchObject({ _id: id, title: 'Appointment letter', description: 'Since 2026' });
    expect((await edit({ title: 'Letter' })).json().data).toMatchObject({ title: 'Letter', description: 'Since 2026' });
    expect((await edit({ title: 'Letter', description: '' })).json().data.description).toBe('');
    expect(await list()).toMatchObject([{ title: 'Letter', fileName: data.fileName }]);
  });

  test.each([{}, { title: ' ' }, { title: 7 }])('%j wants a title', async (payload) => {
    const response = await edit(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ message: 'Title is required', errors: { title: 'Title is required' } });
  });

  test('what is not there is 404', async () => {
    expect(failureOf(await edit({ title: 'T' }, UNKNOWN_ID))).toEqual([404, 'Document not found']);
  });
});

test('a deleted document is gone, once, and the audit log has what was done', async () => {
  const remove = () => server.call({ method: 'DELETE', url: `/api/hr-format/${id}`, token: people.admin.token });
  expect((await remove()).json()).toEqual({ status: 'success', message: 'Document deleted successfully' });
  expect(failureOf(await remove())).toEqual([404, 'Document not found']);
  expect(await list()).toEqual([]);
  const { rows } = await server.services.database.pool.query(
    'select action, actor_id, details from audit_log where subject_id = $1 order by at',
    [id],
  );
  expect(rows).toEqual([
    {
      action: 'hr-documents.create',
      actor_id: people.admin.userId,
      details: { fileType: 'pdf' },
    },
    { action: 'hr-documents.delete', actor_id: people.admin.userId, details: {} },
  ]);
});

test('the list is capped', async () => {
  await server.services.database.pool.query(
    `with stored as (
       insert into files (id, purpose, media_type, size, sha256, place, verdict, whole_at)
       select gen_random_uuid(), 'hr-document', 'text/csv', 1, sha256('x'), 'postgres', 'clean', now()
       from generate_series(2, $1) returning id)
     insert into hr_documents (id, title, file_name, file_type, file_id, file_size)
     select gen_random_uuid(), 'x', 'x.csv', 'csv', id, 1 from stored`,
    [MAX_HR_DOCUMENTS],
  );
  const file = { field: 'file', name: 'a.pdf', bytes: GENUINE.pdf };
  const form = { ...formOf({ title: 'T' }, [file]), url: '/api/hr-format/upload', token: people.admin.token };
  const message = 'There can be at most 500 documents. Delete one first.';
  expect(failureOf(await server.call(form))).toEqual([409, message]);
});

async function add(title: string, name: string, bytes = GENUINE.pdf): Promise<string> {
  const form = formOf({ title }, [{ field: 'file', name, bytes }]);
  const response = await server.call({ ...form, url: '/api/hr-format/upload', token: people.admin.token });
  return response.json()._id;
}

async function list() {
  return (await server.call({ url: '/api/hr-format', token: people.free.token })).json();
}
