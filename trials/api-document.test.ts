import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Call } from '@anupalan/contract/wire/call';
import { SCOPES } from '@anupalan/domain/permissions/scopes';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenAPIV3_1 } from 'openapi-types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCatalogue, addRichCompany } from '../apps/server/src/features/company-files/rich-company.fixture.ts';
import { beginToken } from '../apps/server/src/identity/tokens/commands.ts';
import { UNHURRIED } from '../apps/server/test/accounts.ts';
import { startTestApp, type TestApp } from '../apps/server/test/harness.ts';
import { addPerson } from '../apps/server/test/people.ts';
import { findBreaks } from '../scripts/api/find-breaks.ts';
import { readLanded, readPresent } from '../scripts/api/promises.ts';
import { listCalls, nameCall } from './list-calls.ts';
import { makeQuery } from './make-call.ts';

/* The document of the API against its own rules, against the contract, and against what the calls answer. */

const CONTRACT = join(import.meta.dirname, '../packages/contract/src');

/** Calls that don't succeed here: they need a prepared file, a payment, local mode or a one-time address, or never end. */
const WITHOUT_SUCCESS = [
  'GET /activity/seals/:number',
  'GET /compliance/run',
  'GET /contact/job-postings/:id/files/:fileId',
  'GET /exports/company/:id',
  'GET /exports/company/files/:token',
  'GET /exports/files/:token',
  'GET /exports/prepared/:id',
  'GET /feeds/:file',
  'GET /hr-format/download/:id',
  'GET /live',
  'GET /mailbox',
  'GET /packs/:id',
  'GET /packs/files/:token',
  'GET /payments/local/:session',
  'GET /payments/order/:orderId',
  'GET /payments/receipts/:number',
  'GET /webhooks/:id/calls',
];

const reading = (await listCalls()).filter(({ method }) => method === 'GET');
let server: TestApp;
let document: OpenAPIV3_1.Document;

beforeAll(async () => {
  server = await startTestApp({
    env: {
      ...UNHURRIED,
      CALLS_PER_USER: '1000000',
      PUBLIC_URL: 'https://compliance.example.in',
      SMTP_URL: 'smtp://127.0.0.1:9',
    },
  });
  document = (await server.call({ url: '/api/openapi.json' })).json();
});

afterAll(() => server.close());

test('each call is named as the constant that has it, so generated programs have the same names', async () => {
  const files = (await readdir(CONTRACT, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const modules = await Promise.all(files.map((file): Promise<object> => import(join(CONTRACT, file))));
  const named = modules.flatMap((module) => Object.entries(module)).filter(([, value]) => isCall(value));
  expect(named.length).toBeGreaterThan(260);
  expect(named.map(([, call]) => call.id)).toEqual(named.map(([name]) => name));
});

test('the document keeps the recommended rules of Redocly', async () => {
  // Eight paths of the specification have a fixed word where others have an id. The router prefers the fixed word.
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

test('the promises of the API are written down, and none was broken', async () => {
  const present = await readPresent();
  expect(findBreaks(readLanded(), present)).toEqual([]);
  expect([...present.keys()], 'Run `npx node scripts/api/promises.ts`').toEqual([...readLanded().keys()]);
  expect(present, 'Run `npx node scripts/api/promises.ts`').toEqual(readLanded());
});

test('calls about a company declare the header that names it, public ones say that they need no sign-in', () => {
  const { get: list } = document.paths?.['/api/acts'] ?? {};
  expect(list).toMatchObject({
    operationId: 'listActs',
    parameters: expect.arrayContaining([{ $ref: '#/components/parameters/Company' }]),
  });
  const { get: rates } = document.paths?.['/api/rates/professional-tax'] ?? {};
  expect(rates?.security).toEqual([]);
  expect(document.servers).toEqual([{ url: 'https://compliance.example.in', description: 'This installation' }]);
});

describe('answers agree with the document', () => {
  interface Caller {
    readonly name: string;
    readonly token: string;
    readonly company?: string;
  }
  const callers: Caller[] = [];
  const answered = new Set<string>();
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  let ids: string[] = [];

  beforeAll(async () => {
    const { owner, company } = await addRichCompany(server, await addCatalogue(server));
    const admin = await addPerson(server.services, { role: 'admin' });
    const { userId, workspaceId } = owner;
    const expiresAt = Temporal.Now.instant().add({ hours: 24 }).toString();
    const wanted = { name: 'x', scopes: SCOPES, expiresAt, toldDays: null };
    const { token } = await server.services.database.db
      .transaction()
      .execute((trx) => beginToken(trx, { workspaceId, userId }, wanted));
    callers.push({ name: 'owner', token: owner.token, company });
    callers.push({ name: 'administrator', token: admin.token });
    callers.push({ name: 'token', token });
    ids = await listIds();
  }, 120_000);

  /** Some ids of each table. */
  async function listIds(): Promise<string[]> {
    const { rows } = await server.owner.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'id' and data_type = 'uuid' order by 1`,
    );
    const found = await Promise.all(
      rows.map(({ name }) => server.owner.query<{ id: string }>(`select id from "${name}" order by id desc limit 2`)),
    );
    return [...new Set(found.flatMap(({ rows }) => rows.map(({ id }) => id)))];
  }

  test.each(reading.map((call) => ({ name: nameCall(call), call })))(
    '$name',
    { timeout: 60_000 },
    async ({ name, call }) => {
      if (name === 'GET /live') return;
      for (const caller of callers) {
        for (const path of listPaths(call)) {
          const response = await server.call({
            method: 'GET',
            url: `/api${path}?${new URLSearchParams(makeQuery(call))}`,
            token: caller.token,
            ...(caller.company && { headers: { 'x-company': caller.company } }),
          });
          if (response.statusCode < 300) answered.add(name);
          expect(faultsOf(call, response), `${caller.name}: ${name} as ${path}`).toEqual([]);
          if (response.statusCode < 300) break;
        }
      }
    },
  );

  test('every other call succeeded for one of them', () => {
    const silent = reading.map(nameCall).filter((name) => !answered.has(name));
    expect(silent).toEqual(WITHOUT_SUCCESS);
  });

  function listPaths({ path }: Call): string[] {
    if (!path.includes(':')) return [path];
    return ids.map((id) => path.replaceAll(/:(\w+)/g, (_, parameter) => (parameter === 'table' ? 'statuses' : id)));
  }

  /** Differences between an answer and its description. */
  function faultsOf(call: Call, response: Awaited<ReturnType<TestApp['call']>>): string[] {
    const { responses = {} } = document.paths?.[`/api${call.path.replaceAll(/:(\w+)/g, '{$1}')}`]?.get ?? {};
    const described = resolve(responses[response.statusCode] ?? responses['4XX']);
    const type = String(response.headers['content-type']).split(';')[0] ?? '';
    const media = described.content?.[type];
    if (!media) return [`${response.statusCode} ${type} is not described`];
    if (type !== 'application/json') return [];
    const validate = ajv.compile(media.schema ?? {});
    if (validate(response.json())) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  function resolve(described: OpenAPIV3_1.ResponseObject | OpenAPIV3_1.ReferenceObject | undefined) {
    const failure = document.components?.responses?.Failure as OpenAPIV3_1.ResponseObject;
    return described && !('$ref' in described) ? described : failure;
  }
});

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'answers' in value && 'path' in value;
}
