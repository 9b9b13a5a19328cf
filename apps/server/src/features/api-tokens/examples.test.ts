import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import * as fixture from '../members/company.fixture.ts';
import { makeToken } from './token.fixture.ts';

/*
 * The examples of docs/api-tokens.md, in their order, against a server: each call of `curl` with the answer that stands
 * below it, and the program.
 */

const PAGE = path.join(import.meta.dirname, '../../../../../docs/api-tokens.md');

let server: TestApp;
let env: Record<string, string>;
let itemId: string;
let blocks: { language: string; text: string }[];

beforeAll(async () => {
  server = await startTestApp({ now: () => Temporal.Instant.from('2026-12-10T04:00:00Z') });
  const act_id = await addAct(server.services, { name: 'Provident Fund Act' });
  itemId = await addItem(server.services, { act_id, title: 'ECR', due_date: '2024-01-15' });
  await addItem(server.services, { act_id, title: 'Contribution', due_date: '2024-01-20' });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const member = await fixture.addColleague(server, await fixture.openCompany(server, 'premium'), 'member');
  env = {
    // A server that listens on a port has an address with one.
    ANUPALAN: `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`,
    ANUPALAN_TOKEN: (await makeToken(server, member)).token,
  };
  const page = await readFile(PAGE, 'utf8');
  blocks = [...page.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, language = '', text = '']) => ({ language, text }));
});

afterAll(() => server.close());

test('each call of curl answers what the page says', async () => {
  const calls = blocks.flatMap(({ language, text }, at) =>
    language === 'bash' ? [{ text, told: blocks[at + 1] }] : [],
  );
  expect(calls).toHaveLength(3);
  for (const { text, told } of calls) {
    const response = await curl(text);
    expect(response.status, text).toBe(200);
    expect(told?.language, text).toBe('json');
    expect(formOf(await response.json()), text).toEqual(formOf(JSON.parse(told?.text ?? '')));
  }
});

test('the program prints what is open and records the first', async () => {
  const [program, ...others] = blocks.filter(({ language }) => language === 'js');
  expect(others).toEqual([]);
  const args = ['--input-type=module', '--eval', program?.text ?? ''];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(stdout).toBe('2026-12-20 Contribution\nrecorded Status updated successfully\n');
});

/** Makes a call as `curl` would: its method, headers and data, with what the shell fills in. */
function curl(command: string): Promise<Response> {
  const line = command
    .replace(/\\\n/g, ' ')
    .replace(/\$(\w+)/g, (_, name: string) => env[name] ?? '')
    .replace('ITEM_ID', itemId);
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, one, two, three]) => one ?? two ?? three ?? '',
  );
  const after = (flag: string) => words.flatMap((word, at) => (words[at - 1] === flag ? [word] : []));
  const [address = ''] = words.filter((word) => word.startsWith('http'));
  const [method = 'GET'] = after('-X');
  const [body] = after('-d');
  const headers = after('-H').map((header): [string, string] => {
    const [name = '', value = ''] = header.split(': ');
    return [name, value];
  });
  return fetch(address, { method, headers, ...(body !== undefined && { body }) });
}

/** What an answer is made of, without ids and the other texts that differ; of a list the first counts. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(formOf);
  if (typeof value === 'string') return /^[0-9a-f-]{36}$/.test(value) ? 'an id' : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, formOf(each)]));
}
