import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkStructure } from './check-structure.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'anupalan-structure-'));
});

afterEach(() => rmSync(root, { recursive: true }));

function check(files: Record<string, string>): string[] {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return checkStructure(root);
}

test('a project that keeps to the structure has no breach', () => {
  const files = {
    'packages/domain/src/money.ts': "import { z } from 'zod';\nimport './plans.ts';",
    'packages/contract/src/acts.ts': "import type { Money } from '@anupalan/domain/money';",
    'apps/server/src/app.ts': "import { routes } from './features/acts/routes.ts';",
    'apps/server/src/features/acts/routes.ts':
      "import { listActs } from '@anupalan/contract/acts';\nimport './queries.ts';",
    'apps/server/src/features/acts/commands-import.ts': "import { findUser } from '../users/queries.ts';",
    'apps/server/src/features/acts/routes.test.ts': "import { present } from '../users/present.ts';",
    'apps/server/src/platform/errors.ts': "// As import '../features/acts/queries.ts' is not.",
    'apps/web/app/features/acts/act-list.tsx':
      "import { UserName } from '../users/user-name.tsx';\nimport '../../ui/logo.tsx';",
    'apps/web/app/ui/logo.tsx': "import classes from './logo.module.css';",
    'apps/web/app/routes/home.tsx': "import { ActList } from '../features/acts/act-list.tsx';",
    'apps/web/build/client/index.js': 'export {};',
    'e2e/main.spec.ts': "import '../apps/server/src/app.ts';",
  };
  expect(check(files)).toEqual([]);
});

describe('dependencies point one way', () => {
  const everyForm = [
    "import { a } from 'X';",
    "import type { A } from 'X';",
    "import a, {\n  b,\n} from 'X';",
    "import 'X';",
    "export * from 'X';",
    "export type { A } from 'X';",
    "const a = await import('X');",
    "type A = import('X').A;",
    'const text = \'it is\';\nimport {a} from\n  "X"',
  ];

  test.each(everyForm)('in every form of import: %j', (form) => {
    const text = form.replace('X', '@anupalan/contract/acts');
    expect(check({ 'packages/domain/src/money.ts': text })).toEqual([
      'packages/domain/src/money.ts: domain must not import packages/contract/src/acts.ts',
    ]);
  });

  test.each([
    [
      'packages/domain/src/money.ts',
      '../../contract/src/acts.ts',
      'domain must not import packages/contract/src/acts.ts',
    ],
    ['packages/contract/src/acts.ts', '@anupalan/server/src/app.ts', 'contract must not import apps/server/src/app.ts'],
    ['apps/server/src/app.ts', '../../web/app/root.tsx', 'server must not import apps/web/app/root.tsx'],
    [
      'apps/server/src/app.ts',
      '../../../packages/domain/package.json',
      'server must not import packages/domain/package.json',
    ],
    ['apps/web/app/root.tsx', '@anupalan/server', 'web must not import apps/server/'],
    ['apps/web/app/root.tsx', '../../../e2e/server.ts', 'web must not import e2e/server.ts'],
    [
      'apps/server/src/platform/mail.ts',
      '../features/acts/queries.ts',
      'apps/server/src/platform/ knows no noun and must not import apps/server/src/features/acts/queries.ts',
    ],
    [
      'apps/web/app/ui/logo.tsx',
      '../features/acts/list-acts.ts',
      'apps/web/app/ui/ knows no noun and must not import apps/web/app/features/acts/list-acts.ts',
    ],
    [
      'apps/web/app/lib/api.ts',
      '../routes/home.tsx',
      'apps/web/app/lib/ knows no noun and must not import apps/web/app/routes/home.tsx',
    ],
    [
      'apps/server/src/features/acts/routes.ts',
      '../users/present.ts',
      'from another feature come only queries and commands, not apps/server/src/features/users/present.ts',
    ],
  ])('%s does not import %s', (file, specifier, breach) => {
    expect(check({ [file]: `import '${specifier}';` })).toEqual([`${file}: ${breach}`]);
  });
});

test('imports never go round in circles', () => {
  const files = {
    'apps/web/app/features/acts/act.tsx': "import '../users/user.tsx';",
    'apps/web/app/features/users/user.tsx': "import type { Name } from './name.ts';",
    'apps/web/app/features/users/name.ts': "import '../acts/act.tsx';",
    'apps/web/app/root.tsx': "import './features/users/user.tsx';",
  };
  expect(check(files)).toEqual([
    'apps/web/app/features/acts/act.tsx → apps/web/app/features/users/user.tsx → apps/web/app/features/users/name.ts → apps/web/app/features/acts/act.tsx: a circle of imports',
  ]);
});

describe('the vocabulary of files is closed', () => {
  test.each([
    ['apps/server/src/features/acts/service.ts', 'a feature has only routes'],
    ['apps/server/src/features/acts/queries/list.ts', 'a feature has only routes'],
    ['apps/server/src/features/laws/queries.ts', '"laws" is not one of the nouns'],
    ['apps/web/app/features/laws/law-list.tsx', '"laws" is not one of the nouns'],
    ['packages/domain/src/index.ts', '"index.ts" doesn\'t say what is in it'],
    ['apps/web/app/lib/utils/dates.ts', '"utils" doesn\'t say what is in it'],
    ['apps/server/src/platform/helpers.test.ts', '"helpers.test.ts" doesn\'t say what is in it'],
    ['scripts/misc.mjs', '"misc.mjs" doesn\'t say what is in it'],
  ])('%s is none of it', (file, breach) => {
    const breaches = check({ [file]: '' });
    expect(breaches).toHaveLength(1);
    expect(breaches[0]).toContain(`${file}: ${breach}`);
  });
});

describe('files stay short', () => {
  const lines = (count: number) => '{}\n'.repeat(count);

  test('300 lines are allowed, one more is not', () => {
    const files = { 'apps/web/app/a.css': lines(300), 'bench/b.ts': lines(301), 'scripts/c.mjs': lines(302) };
    expect(check(files)).toEqual([
      'bench/b.ts: 301 lines, the limit is 300',
      'scripts/c.mjs: 302 lines, the limit is 300',
    ]);
  });

  test('what is generated may be long', () => {
    expect(check({ 'apps/server/src/platform/database-schema.ts': lines(400) })).toEqual([]);
  });
});
