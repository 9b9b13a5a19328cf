import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCalls } from '../../trials/list-calls.ts';
import { listDeadLinks, listMissingTests, listNamedTests, PAGE, readRequirements, renderPage } from './requirements.ts';

const ROOT = path.join(import.meta.dirname, '../..');

const requirements = readRequirements(ROOT);
const page = await readFile(path.join(ROOT, PAGE), 'utf8');

test('every requirement of ASVS 5.0.0 levels 1 and 2 is judged once', () => {
  const ids = requirements.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(requirements.filter(({ level }) => level === 1)).toHaveLength(70);
  expect(requirements.filter(({ level }) => level === 2)).toHaveLength(183);
});

test('the tests that requirements name are there', () => {
  expect(listMissingTests(ROOT, requirements)).toEqual([]);
});

test('the files that requirements name are there', () => {
  const named = requirements.flatMap(({ id, how }) =>
    [...how.matchAll(/`(\w[\w./-]*\/[\w.-]+\.\w+)`/g)].map((found) => [id, found[1]]),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(listDeadLinks(ROOT, named.map(([id, file]) => `[${id}](../${file})`).join(' '))).toEqual([]);
});

test('the page says what the data say: `node scripts/security/requirements.ts` writes it', async () => {
  expect(renderPage(page, requirements, await listCalls())).toBe(page);
});

test('the tests that the page names are there', () => {
  const tests = listNamedTests(page);
  expect(tests).toEqual(expect.arrayContaining(requirements.flatMap((requirement) => requirement.tests)));
  expect(listMissingTests(ROOT, [{ id: PAGE, tests }])).toEqual([]);
});

test('every link of the page leads to a file', () => {
  expect(listDeadLinks(ROOT, page)).toEqual([]);
  expect(listDeadLinks(ROOT, '[a](topics/gone.md) [b](https://example.com) [c](architecture.md#names)')).toEqual([
    'topics/gone.md',
  ]);
});

describe('a test is there when its title is that of a test', () => {
  let root: string;

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'requirements-'));
    await mkdir(path.join(root, 'a'));
    await writeFile(
      path.join(root, 'a/b.test.ts'),
      `describe('a group', () => {
         test('plain', () => {});
         test(
           \`\${N} of a template\`, () => {});
         test.each([['a row', 1], ['another row', 2]])('%s', () => {});
       });
       // test('in a comment', () => {});
       test.skip('left out', () => {});
       const text = 'only said';`,
    );
  });

  afterAll(() => rm(root, { recursive: true }));

  test.each([
    ['a/b.test.ts › plain', true],
    [`a/b.test.ts › ${'$'}{N} of a template`, true],
    ['a/b.test.ts › a group › %s › a row', true],
    ['a/b.test.ts › a group › plain', true],
    ['a/b.test.ts › plai', false],
    ['a/b.test.ts › lain', false],
    ['a/b.test.ts › a row', false],
    ['a/b.test.ts › a group › %s › a row that is gone', false],
    ['a/b.test.ts › a group that is gone › plain', false],
    ['a/b.test.ts › in a comment', false],
    ['a/b.test.ts › left out', false],
    ['a/b.test.ts › only said', false],
    ['a/b.test.ts', false],
    ['a/gone.test.ts › plain', false],
  ])('%s: %s', (named, there) => {
    expect(listMissingTests(root, [{ id: '1.1.1', tests: [named] }])).toHaveLength(there ? 0 : 1);
  });
});
