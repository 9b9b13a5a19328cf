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
