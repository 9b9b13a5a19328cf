import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listSetUps } from './set-ups.ts';

const PAGE = path.join(import.meta.dirname, '../../../../../docs/assistants.md');

test('the screen shows the set-ups of the page, which are tried there', () => {
  const page = readFileSync(PAGE, 'utf8');
  const setUps = listSetUps('https://anupalan.example.in/api/mcp');
  expect(setUps.map(({ name }) => name)).toEqual(['Claude Code', 'Cursor', 'Claude Desktop']);
  for (const { name, text } of setUps) expect(page, name).toContain(`\n${text}\n\`\`\`\n`);
});

test('the bridge is told to go unencrypted only where an installation is reached so from another machine', () => {
  const argumentsFor = (address: string) => listSetUps(address).at(-1)?.text ?? '';
  expect(argumentsFor('http://192.168.1.20:3000/api/mcp')).toContain('"--allow-http"');
  for (const address of ['https://anupalan.example.in/api/mcp', 'http://localhost:3000/api/mcp']) {
    expect(argumentsFor(address)).not.toContain('--allow-http');
  }
});
