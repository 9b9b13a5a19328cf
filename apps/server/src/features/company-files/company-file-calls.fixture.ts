import type { TakenIn } from '@anupalan/contract/proof/company-files';
import { PreparedFile } from '@anupalan/contract/proof/prepared-files';
import { strFromU8 } from 'fflate';
import { afterAll, beforeAll, expect } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { formOf } from '../../../test/forms.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { makeFiles } from '../prepared-files/make-files.ts';
import { createCompanyFileMaker } from './company-file-maker.ts';
import { addCatalogue, addRichCompany, type Catalogue, type RichCompany } from './rich-company.fixture.ts';

export let from: TestApp;
export let to: TestApp;
export let catalogues: { from: Catalogue; to: Catalogue };
export let rich: RichCompany;
export let file: Uint8Array;

/** Starts two installations, of which one has a company. */
export function beginWithTwo(): void {
  beforeAll(async () => {
    [from, to] = await Promise.all([startTestApp(), startTestApp()]);
    catalogues = { from: await addCatalogue(from), to: await addCatalogue(to) };
    rich = await addRichCompany(from, catalogues.from);
    file = await takeOut(from, rich.owner, rich.company);
  });

  afterAll(() => Promise.all([from.close(), to.close()]));
}

/** Another company in the second installation, which no file may reach. */
export let victim: RichCompany;

/** {@link beginWithTwo}, with a {@link victim}. */
export function beginWithVictim(): void {
  beginWithTwo();
  beforeAll(async () => {
    victim = await addRichCompany(to, catalogues.to);
  });
}

/** An id in a spelling that PostgreSQL takes as well. */
export function bare(id: string): string {
  return id.replaceAll('-', '');
}

/** Has the file of a company made, and fetches it by its one-time address. */
export async function takeOut(server: TestApp, { token }: Pick<Person, 'token'>, company: string): Promise<Uint8Array> {
  const call = (method: 'GET' | 'POST', path: string) =>
    server.call({ method, url: `/api/exports/company${path}`, token, headers: { 'x-company': company } });
  const asked = await call('POST', '');
  expect(asked.statusCode, asked.body).toBe(201);
  await makeFiles(server.services, {
    makers: [createCompanyFileMaker(server.services)],
    heldSeconds: 30,
    isStopping: () => false,
  });
  const { _id: id, state, fault } = PreparedFile.parse((await call('GET', `/${asked.json().data._id}`)).json().data);
  expect(state, fault ?? '').toBe('ready');
  const { address } = (await call('POST', `/${id}/address`)).json().data;
  const answer = await server.call({ url: new URL(address).pathname });
  expect(answer.statusCode).toBe(200);
  return new Uint8Array(answer.rawPayload);
}

export function send(
  person: Pick<Person, 'token'>,
  bytes: Uint8Array,
  fields: Record<string, string> = {},
  company?: string,
) {
  const { headers, ...form } = formOf(fields, [{ field: 'file', name: 'company.zip', bytes: Buffer.from(bytes) }]);
  const named = company ? { 'x-company': company } : {};
  return to.call({ ...form, url: '/api/imports/company', token: person.token, headers: { ...headers, ...named } });
}

export async function takeIn(person: Person, bytes: Uint8Array, fields: Record<string, string> = {}, company?: string) {
  const answer = await send(person, bytes, fields, company);
  expect(answer.statusCode, answer.body).toBe(200);
  const { data }: { data: TakenIn } = answer.json();
  return data;
}

/** Somebody in the other installation who has the address of the company's owner. */
export async function addOwnerThere(role: 'user' | 'premium' = 'premium'): Promise<Person> {
  const person = await addPerson(to.services, { role });
  await to.owner.query(`update users set primary_email = $1 where primary_email = $1`, [rich.owner.email]);
  await to.owner.query(`update users set primary_email = id || '@former.in' where primary_email = $1`, [
    rich.owner.email,
  ]);
  await to.owner.query('update users set primary_email = $1 where id = $2', [rich.owner.email, person.userId]);
  return person;
}

export type Row = Record<string, unknown>;

/** The rows of a file of lines. */
export function readLines(files: Record<string, Uint8Array>, path: string): Row[] {
  const text = strFromU8(files[path] ?? new Uint8Array());
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => JSON.parse(line));
}

/** What is in every database but not as a company has it. */
export async function countWorkspaces(): Promise<unknown> {
  const { rows } = await to.owner.query(
    `select (select count(*) from workspaces) as workspaces, (select count(*) from companies) as companies,
       (select count(*) from evidence) as evidence, (select count(*) from files where removed_at is null) as files`,
  );
  return rows[0];
}

/** The workspace of a company that was taken in. */
export async function workspaceOf(company: string): Promise<string> {
  const { rows } = await to.owner.query('select workspace_id from companies where id = $1', [company]);
  return rows[0].workspace_id;
}

/** Sends a file that is refused with a message, and leaves nothing; a new person on Premium does unless said. */
export async function expectRefused(bytes: Uint8Array, message: string | RegExp, person?: Person): Promise<void> {
  const taker = person ?? (await addPerson(to.services, { role: 'premium' }));
  const before = await countWorkspaces();
  const answer = await send(taker, bytes);
  expect(failureOf(answer)).toEqual([400, expect.stringMatching(message)]);
  expect(await countWorkspaces()).toEqual(before);
}
