import { MAX_HR_DOCUMENTS } from '@anupalan/contract/hr-documents';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { copyDatabase } from '../../../test/copy-database.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { openFileStore } from '../../platform/files/store/open-file-store.ts';
import { openDatabase } from '../../platform/postgres/database.ts';
import { readShippedDocuments } from '../hr-documents/formats/shipped-documents.ts';
import { isLibraryEmpty, loadFormats } from './commands-load-formats.ts';

const NOTHING = { added: 0, updated: 0, unchanged: 0, edited: 0, deleted: 0 };

const shipped = await readShippedDocuments();
let server: TestApp;
let people: Record<'free' | 'premium' | 'admin', Person>;

beforeAll(async () => {
  server = await startTestApp();
  people = {
    free: await addPerson(server.services),
    premium: await addPerson(server.services, { role: 'premium' }),
    admin: await addPerson(server.services, { role: 'admin' }),
  };
});

afterAll(() => server.close());

test('they are downloaded with Premium, and locked without', async () => {
  expect(await isLibraryEmpty(server.services.database.db)).toBe(true);
  expect(await loadFormats({ db: server.services.database.db, files: server.services.files }, shipped)).toEqual({
    ...NOTHING,
    added: 44,
  });
  for (const [at, type] of [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/pdf',
  ].entries()) {
    const [, document] = shipped[at] ?? [];
    const url = `/api/hr-format/download/${(await list())[at]?._id}`;
    const file = await server.call({ url, token: people.premium.token });
    expect(file.headers).toMatchObject({ 'content-type': type });
    expect(file.headers['content-disposition']).toContain(`filename="${document?.file_name}"`);
    expect(file.rawPayload).toEqual(document?.content);
    expect(failureOf(await server.call({ url, token: people.free.token }))).toEqual([
      403,
      'Upgrade to Premium to download documents',
    ]);
  }
});

test('what an administrator does with them stays', async () => {
  const { files } = server.services;
  const { db, pool } = server.services.database;
  expect(await isLibraryEmpty(db)).toBe(false);
  const listed = await list();
  expect(listed.map(({ title }) => title)).toEqual(shipped.map(([, { title }]) => title));

  expect(await loadFormats({ db, files }, shipped)).toEqual({ ...NOTHING, unchanged: 44 });
  expect(await list()).toEqual(listed);

  const [letter, , fixedTerm] = listed;
  const manage = (method: 'PATCH' | 'DELETE', id = '', payload?: object) =>
    server.call({ method, url: `/api/hr-format/${id}`, token: people.admin.token, ...(payload && { payload }) });
  expect((await manage('PATCH', letter?._id, { title: 'Our letter' })).statusCode).toBe(200);
  expect((await manage('DELETE', fixedTerm?._id)).statusCode).toBe(200);
  const changed = shipped.map(([key, document]) => [key, { ...document, description: 'Of a newer version' }] as const);
  expect(await loadFormats({ db, files }, changed)).toEqual({ ...NOTHING, updated: 42, edited: 1, deleted: 1 });
  const now = await list();
  expect(now.map(({ _id }) => _id)).toEqual(listed.map(({ _id }) => _id).filter((id) => id !== fixedTerm?._id));
  expect(now[0]).toMatchObject({ title: 'Our letter', description: letter?.description });
  expect(now[1]).toMatchObject({ title: listed[1]?.title, description: 'Of a newer version' });

  const { rows } = await pool.query(
    `select actor_id, details from audit_log where action = 'hr-documents.load-formats' order by at`,
  );
  expect(rows).toEqual([
    { actor_id: null, details: { ...NOTHING, added: 44 } },
    { actor_id: null, details: { ...NOTHING, updated: 42, edited: 1, deleted: 1 } },
  ]);

  await pool.query('delete from hr_documents');
  expect(await isLibraryEmpty(db)).toBe(false);
  expect(await loadFormats({ db, files }, shipped)).toEqual({ ...NOTHING, deleted: 44 });
});

test('a list without room for them is left as it is', async () => {
  const copy = await copyDatabase(inject('postgresUrl'));
  onTestFinished(() => copy.drop());
  const database = openDatabase(copy.url, () => {});
  onTestFinished(() => database.close());
  const { db, pool } = database;
  const files = await openFileStore(db, {});
  await pool.query(
    `with stored as (
       insert into files (id, purpose, media_type, size, sha256, place, verdict, whole_at)
       select gen_random_uuid(), 'hr-document', 'text/csv', 1, sha256('x'), 'postgres', 'clean', now()
       from generate_series(1, $1) returning id)
     insert into hr_documents (id, title, file_name, file_type, file_id, file_size)
     select gen_random_uuid(), 'x', 'x.csv', 'csv', id, 1 from stored`,
    [MAX_HR_DOCUMENTS - 40],
  );
  expect(await isLibraryEmpty(db)).toBe(false);
  const message = 'The formats were not loaded: there can be at most 500 documents. Delete 4 first.';
  await expect(loadFormats({ db, files }, shipped)).rejects.toThrow(message);
  expect((await pool.query(`select from catalogue_keys where kind = 'format'`)).rowCount).toBe(0);
});

async function list(): Promise<{ _id: string; title: string; description: string }[]> {
  return (await server.call({ url: '/api/hr-format', token: people.free.token })).json();
}
