import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findPrograms } from './programs.ts';
import { configureHaproxy, configurePoolers, type Places } from './proxies.ts';

test('what the machine lacks is one line that says how to get it', () => {
  expect(() => findPrograms('/nowhere/')).toThrow(
    'npm run rehearse needs postgresql, pgbouncer, haproxy: apt-get install postgresql pgbouncer haproxy',
  );
});

test('the configurations of the documentation have every address that the rehearsal puts its own in the place of', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'anupalan-proxies-'));
  const places: Places = {
    web: 40_001,
    primary: 40_002,
    instances: [40_003, 40_004],
    poolers: [40_005, 40_006],
    nodes: [
      { name: 'pg1', port: 40_007, healthPort: 40_008 },
      { name: 'pg2', port: 40_009, healthPort: 40_010 },
    ],
  };
  const files = [await configureHaproxy(folder, places), ...(await configurePoolers(folder, places, 'secret'))];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const settings = texts.join('\n').replace(/^\s*[#;].*$/gm, '');
  expect(settings).not.toMatch(/10\.0\.0\.|\/etc\//);
  for (let port = 40_001; port <= 40_010; port++) expect(settings).toContain(String(port));
  await rm(folder, { recursive: true });
});
