import { addEvidence, type Evidence, listEvidence } from '@anupalan/contract/proof/evidence';
import { expect } from 'vitest';
import { formOf, pdf } from '../../../test/forms.ts';
import type { Person } from '../../../test/people.ts';
import { call, company, world } from '../status-history/checks/team.fixture.ts';

type Caller = Pick<Person, 'token'>;

let made = 0;

/** A PDF that is like no other. */
export function challan(): Buffer {
  made += 1;
  return Buffer.concat([pdf(), Buffer.from(`%${made}\n`)]);
}

interface Sent {
  readonly name?: string;
  readonly bytes?: Buffer;
}

/** Sends a file with the fields of the form, as browsers do. */
export function sendFile(
  { token }: Caller,
  fields: Readonly<Record<string, string>> = {},
  { name = 'challan.pdf', bytes = challan() }: Sent = {},
  of: string | null = company,
) {
  const { headers, ...form } = formOf(fields, [{ field: 'file', name, bytes }]);
  return world.server.call({
    ...form,
    url: '/api/evidence',
    token,
    headers: { ...headers, ...(of && { 'x-company': of }) },
  });
}

/** Adds a file. */
export async function addFile(person: Caller, fields: Readonly<Record<string, string>> = {}, sent: Sent = {}) {
  const response = await sendFile(person, fields, sent);
  expect(response.statusCode, response.body).toBe(201);
  return addEvidence.answers[201].parse(response.json()).data;
}

/** The files of one thing. */
export async function listFiles(person: Caller, query: string): Promise<Evidence[]> {
  const response = await call(person, 'GET', `/evidence?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return listEvidence.answers[200].parse(response.json()).data;
}

export const fetchFile = (person: Caller, id: string) => call(person, 'GET', `/evidence/${id}`);

export const removeFile = (person: Caller, id: string, reason = 'The wrong month') =>
  call(person, 'DELETE', `/evidence/${id}`, { reason });
