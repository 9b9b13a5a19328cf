import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { makeToken } from '../api-tokens/token.fixture.ts';
import * as fixture from '../members/company.fixture.ts';
import { connect, listenForAssistants } from './assistant.fixture.ts';
import { scopesOf } from './tool.ts';
import { TOOLS } from './tools.ts';

/*
 * docs/assistants.md: each set-up leads the official client to the server, as the assistant would go, and the table of
 * tools is what there is.
 */

const PAGE = path.join(import.meta.dirname, '../../../../../docs/assistants.md');

const SetUp = z.object({
  mcpServers: z.object({
    anupalan: z.union([
      z.strictObject({ url: z.string(), headers: z.strictObject({ Authorization: z.string() }) }),
      z.strictObject({
        command: z.literal('npx'),
        args: z.array(z.string()),
        env: z.record(z.string(), z.string()),
      }),
    ]),
  }),
});

let server: TestApp;
let address: string;
let token: string;
let page: string;

beforeAll(async () => {
  page = await readFile(PAGE, 'utf8');
  server = await startTestApp();
  address = await listenForAssistants(server);
  ({ token } = await makeToken(server, await fixture.openCompany(server)));
});

afterAll(() => server.close());

/** The address and the header of each set-up of the page, as its assistant reads them. */
function readSetUps(): [url: string, header: string][] {
  const [, command = ''] = /```sh\n(.*?)\n```/s.exec(page) ?? [];
  const [, url = '', header = ''] =
    /^claude mcp add --transport http anupalan (\S+) --header "Authorization: (.+)"$/.exec(command) ?? [];
  const files = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']): [string, string] => {
    const { anupalan } = SetUp.parse(JSON.parse(text)).mcpServers;
    if ('url' in anupalan) return [anupalan.url, anupalan.headers.Authorization];
    const [, , remote = '', flag, template = ''] = anupalan.args;
    expect([anupalan.args.slice(0, 2), flag]).toEqual([['-y', 'mcp-remote'], '--header']);
    const filled = template.replace(/\$\{(\w+)\}/, (_, name: string) => anupalan.env[name] ?? '');
    return [remote, filled.replace('Authorization:', '')];
  });
  return [[url, header], ...files];
}

test('each set-up leads an assistant here', async () => {
  const setUps = readSetUps();
  expect(setUps).toHaveLength(3);
  for (const [url, header] of setUps) {
    expect(header).toBe('Bearer anu_…');
    const here = url.replace('https://anupalan.example.in/api/mcp', address);
    const client = await connect(here, header.replace('Bearer anu_…', token), 'legacy');
    expect((await client.listTools()).tools).toHaveLength(TOOLS.length);
    await client.close();
  }
});

test('the page names every tool with its scopes', () => {
  const lines = TOOLS.map((tool) => {
    const scopes = scopesOf(tool).map((scope) => `\`${scope}\``);
    return `| \`${tool.name}\` | ${tool.title} | ${scopes.join(', ')} |`;
  });
  expect(page.split('\n').filter((line) => /^\| `\w+` \|/.test(line))).toEqual(lines);
});
