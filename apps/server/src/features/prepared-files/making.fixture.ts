import { PreparedFile } from '@anupalan/contract/proof/prepared-files';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, type Person } from '../../../test/people.ts';
import { askForFile } from './commands.ts';
import { makeFiles } from './make-files.ts';
import type { Maker } from './maker.ts';

export let server: TestApp;
export let owner: Person;
let company: string;

export const CONTENT = Buffer.from('0123456789'.repeat(30_000));

/** Bytes of evidence of all companies of the payer; files that are made may have a GB more. */
export const PAYER_BYTES = 20 * 1024 ** 3;

export const logged: string[] = [];

/** Begins each test with an owner and a company of their own. */
export function beginMaking(): void {
  beforeAll(async () => {
    server = await startTestApp({ log: pino({ level: 'info' }, { write: (line) => void logged.push(line) }) });
  });

  afterAll(() => server.close());

  beforeEach(async () => {
    owner = await addPerson(server.services, { role: 'premium', company: { employeeCount: 20, state: 'Kerala' } });
    company = await companyOf(server.services, owner);
  });
}

/** Lets somebody else ask from now on. */
export function askAs(person: Person): void {
  owner = person;
}

type Make = Maker['make'];

export const maker = (make: Make): Maker => ({ kind: 'export', mediaType: () => 'text/plain', maxBytes: 1e9, make });

export const whole: Make = async function* ({ tell }) {
  yield CONTENT.subarray(0, 1000);
  tell(1, 2);
  yield CONTENT.subarray(1000);
};

export const run = (make: Make, isStopping = () => false) =>
  makeFiles(server.services, { makers: [maker(make)], heldSeconds: 30, isStopping });

/** Asks for an export as its owner does. @returns its id */
export async function ask(
  wanted: object = { n: crypto.randomUUID() },
  kind: 'export' | 'pack' = 'export',
  impersonatorId: string | null = null,
): Promise<string> {
  const { database, jobs } = server.services;
  const session = { workspaceId: owner.workspaceId, userId: owner.userId, impersonatorId };
  const row = await database.db.transaction().execute((trx) =>
    // Nothing else of a session is read.
    askForFile(trx, jobs, session as unknown as Parameters<typeof askForFile>[2], {
      kind,
      wanted,
      name: 'table.csv',
      payerBytes: PAYER_BYTES,
    }),
  );
  return row.id;
}

export async function get(id: string, by = owner): Promise<PreparedFile | null> {
  const url = `/api/exports/prepared/${id}`;
  const response = await server.call({ url, token: by.token, headers: { 'x-company': company } });
  return response.statusCode === 200 ? PreparedFile.parse(response.json().data) : null;
}

export const row = async (id: string) =>
  (await server.owner.query('select * from prepared_files where id = $1', [id])).rows[0];

export const addressOf = (id: string, token = owner.token) =>
  server.call({
    ...{ method: 'POST', url: `/api/exports/prepared/${id}/address`, token },
    headers: { 'x-company': company },
  });

export async function path(id: string, token = owner.token): Promise<string> {
  const response = await addressOf(id, token);
  expect(response.statusCode, response.body).toBe(201);
  return new URL(response.json().data.address).pathname;
}

export const fetchFile = (url: string, range?: string) => server.call({ url, ...(range && { headers: { range } }) });
