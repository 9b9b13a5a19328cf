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
    'apps/server/src/features/payments/gateway/cashfree.ts': 'export async function openCashfree() {}',
    'apps/server/src/identity/sessions.ts': "import '../platform/errors/errors.ts';",
    'apps/server/src/platform/errors/errors.ts': "// As import '../features/acts/queries.ts' is not.",
    'apps/web/app/features/acts/act-list.tsx':
      "import { UserName } from '../users/user-name.tsx';\nimport '../../ui/notice.tsx';\nexport function ActList() {}",
    'apps/web/app/ui/notice.tsx': "import classes from './notice.module.css';",
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
      'apps/server/src/platform/mail/outbox.ts',
      '../../features/acts/queries.ts',
      'apps/server/src/platform/ must not import apps/server/src/features/acts/queries.ts',
    ],
    [
      'apps/server/src/platform/mail/outbox.ts',
      '../../config.ts',
      'apps/server/src/platform/ must not import apps/server/src/config.ts',
    ],
    [
      'apps/server/src/platform/http/openapi.ts',
      '@anupalan/contract/acts',
      'apps/server/src/platform/ must not import packages/contract/src/acts.ts',
    ],
    [
      'apps/server/src/identity/codes.ts',
      '../services.ts',
      'apps/server/src/identity/ must not import apps/server/src/services.ts',
    ],
    [
      'apps/web/app/ui/notice.tsx',
      '../features/acts/calls.ts',
      'apps/web/app/ui/ must not import apps/web/app/features/acts/calls.ts',
    ],
    [
      'apps/web/app/lib/api/api.ts',
      '../../routes/home.tsx',
      'apps/web/app/lib/ must not import apps/web/app/routes/home.tsx',
    ],
    [
      'apps/server/src/serve.ts',
      './features/users/queries.ts',
      'apps/server/src/serve.ts must not import apps/server/src/features/users/queries.ts',
    ],
    [
      'apps/server/src/features/acts/queries.ts',
      '../../app.ts',
      'apps/server/src/features/ must not import apps/server/src/app.ts',
    ],
    [
      'apps/web/app/shell/shell.tsx',
      '../routes/home.tsx',
      'apps/web/app/shell/ must not import apps/web/app/routes/home.tsx',
    ],
    [
      'apps/web/app/features/acts/calls.ts',
      '../../shell/shell.tsx',
      'apps/web/app/features/ must not import apps/web/app/shell/shell.tsx',
    ],
    [
      'apps/server/src/features/acts/routes.ts',
      '../users/present.ts',
      "routes, present, emails, jobs and statements are their feature's own: not apps/server/src/features/users/present.ts",
    ],
  ])('%s does not import %s', (file, specifier, breach) => {
    expect(check({ [file]: `import '${specifier}';` })).toEqual([`${file}: ${breach}`]);
  });
});

describe('nothing goes round in circles', () => {
  test('files', () => {
    const files = {
      'apps/web/app/shell/bar.tsx': "import './shell.tsx';",
      'apps/web/app/shell/shell.tsx': "import type { Name } from './name.ts';",
      'apps/web/app/shell/name.ts': "import './bar.tsx';",
    };
    expect(check(files)).toEqual([
      'apps/web/app/shell/bar.tsx → apps/web/app/shell/shell.tsx → apps/web/app/shell/name.ts → apps/web/app/shell/bar.tsx: a circle of imports',
    ]);
  });

  test.each(['apps/server/src/features/', 'apps/web/app/features/'])('features in %s, by whatever files', (folder) => {
    const files = {
      [`${folder}acts/commands.ts`]: "import '../users/queries.ts';",
      [`${folder}users/queries.ts`]: '',
      [`${folder}users/commands.ts`]: "import '../plans/queries.ts';",
      [`${folder}plans/queries.ts`]: "import '../acts/queries.ts';",
      [`${folder}acts/queries.ts`]: '',
    };
    expect(check(files)).toEqual([`${folder}: acts → users → plans → acts: a circle of features`]);
  });

  test('what only tests import of another feature is no circle', () => {
    const files = {
      'apps/server/src/features/acts/commands.ts': "import '../users/queries.ts';",
      'apps/server/src/features/users/routes.test.ts': "import '../acts/queries.ts';",
      'apps/server/src/features/users/queries.ts': '',
    };
    expect(check(files)).toEqual([]);
  });
});

describe('the vocabulary of files is closed', () => {
  test.each([
    ['apps/server/src/features/acts/one/two/queries.ts', 'a feature has one level of topic folders'],
    ['apps/server/src/features/acts/service.ts', 'a file of no kind is named by what it exports'],
    ['apps/server/src/features/laws/queries.ts', '"laws" is not one of the nouns'],
    ['apps/web/app/features/laws/law-list.tsx', '"laws" is not one of the nouns'],
    ['apps/web/app/features/acts/act-list.tsx', 'it exports no component or hook of its name'],
    ['apps/web/app/features/acts/use-acts.ts', 'it exports no component or hook of its name'],
    ['apps/web/app/features/acts/something-elses.tsx', 'it exports no component or hook of its name'],
    ['packages/domain/src/index.ts', '"index.ts" doesn\'t say what is in it'],
    ['apps/web/app/lib/utils/dates.ts', '"utils" doesn\'t say what is in it'],
    ['apps/server/src/platform/helpers.test.ts', '"helpers.test.ts" doesn\'t say what is in it'],
    ['scripts/misc.mjs', '"misc.mjs" doesn\'t say what is in it'],
  ])('%s is none of it', (file, breach) => {
    expect(check({ [file]: 'export function somethingElse() {}' })).toEqual([`${file}: ${breach}`]);
  });
});

describe('files stay short, and folders small', () => {
  const lines = (count: number) => '{}\n'.repeat(count);

  test('300 lines are allowed, one more is not', () => {
    const files = { 'apps/web/app/a.css': lines(300), 'bench/b.ts': lines(301), 'scripts/c.mjs': lines(302) };
    expect(check(files)).toEqual([
      'bench/b.ts: 301 lines, the limit is 300',
      'scripts/c.mjs: 302 lines, the limit is 300',
    ]);
  });

  test('what is generated may be long', () => {
    expect(check({ 'apps/server/src/platform/postgres/database-schema.ts': lines(400) })).toEqual([]);
  });

  const fill = (folder: string, count: number, ending: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/a${index}${ending}`, '']));

  test('20 files are allowed, with their tests and styles; one more is not', () => {
    const beside = { ...fill('bench', 20, '.test.ts'), ...fill('bench', 20, '.module.css') };
    expect(check({ ...beside, ...fill('bench', 20, '.ts') })).toEqual([]);
    expect(check({ 'bench/one-more.ts': '' })).toEqual(['bench: 21 files, the limit is 20']);
  });

  test('migrations are as many as they are', () => {
    expect(check(fill('apps/server/src/migrations', 30, '.ts'))).toEqual([]);
  });
});

describe('a route is a recipe', () => {
  test.each([
    ["import { sql } from 'kysely';", 'a route imports no kysely'],
    ['db.transaction().execute()', 'a route opens no transaction: the command does'],
    ["changeAnnounced(services, 'catalogue', change)", 'a route opens no transaction: the command does'],
  ])('without %s', (text, breach) => {
    const file = 'apps/server/src/features/users/routes-manage.ts';
    expect(check({ [file]: text })).toEqual([`${file}: ${breach}`]);
  });
});

describe('a permission is asked for', () => {
  const permissions = { 'packages/domain/src/permissions.ts': "const RULES = {\n  'acts.list': isSignedIn,\n};" };
  const breach = ['packages/domain/src/permissions.ts: nobody asks for "acts.list"'];

  test.each([
    ['packages/contract/src/acts.ts', []],
    ['apps/server/src/features/acts/commands.ts', []],
    ['apps/web/app/features/acts/act-list.tsx', breach],
    ['apps/server/src/features/acts/routes.test.ts', breach],
  ])('by %s or not', (file, breaches) => {
    expect(check({ ...permissions, [file]: "export function ActList() {}\nconst action = 'acts.list';" })).toEqual(
      breaches,
    );
  });

  test('not by a comment', () => {
    expect(check({ ...permissions, 'packages/contract/src/acts.ts': "// 'acts.list'" })).toEqual(breach);
  });
});

describe('a rule that is named is written down', () => {
  const rules = { 'docs/rules/tracker.md': '- **R-tracker-1** Rows.\n- **R-tracker-2** As R-tracker-1.' };

  test('in code and in documents', () => {
    const files = { ...rules, 'bench/a.ts': '/** Rows (R-tracker-1, R-tracker-3). */', 'README.md': 'R-rows-1' };
    expect(check(files).sort()).toEqual([
      'README.md: R-rows-1 is no rule of docs/rules',
      'bench/a.ts: R-tracker-3 is no rule of docs/rules',
    ]);
  });

  test('once', () => {
    expect(check({ ...rules, 'docs/rules/table.md': '**R-tracker-2** Again.' })).toHaveLength(1);
  });
});

test('only the theme and the tones say colours', () => {
  const files = {
    'apps/web/app/theme.ts': "export const BLACK = '#1b212c';",
    'apps/web/app/tones.css': 'body { --tone-good: #12672f; }',
    'apps/web/app/ui/notice.tsx': 'export const LOGO = <path stroke="#fff" />;',
    'apps/web/app/ui/panel.module.css': '.panel { box-shadow: 0 1px 2px rgb(0 0 0 / 5%); color: var(--tone-good); }',
    'apps/server/src/platform/mail/layout.ts': "export const INK = '#4560dc';",
  };
  expect(check(files)).toEqual([
    'apps/web/app/ui/notice.tsx: "#fff" is a colour, which theme.ts or tones.css says',
    'apps/web/app/ui/panel.module.css: "rgb(" is a colour, which theme.ts or tones.css says',
  ]);
});
