import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Check, eachSource, isTest, withoutComments } from './sources.ts';

const ANCHOR = /^\s*(?:[-*] )?\*\*(R-[a-z-]+-\d+)\*\*/gm;

const REFERENCE = /\bR-[a-z][a-z-]*-\d+\b/g;

/** Rules that code or documents name are in `docs/rules`, and each is there once. */
export const checkRules: Check = (sources, root) => {
  const documents = globSync('{docs/**/*.md,*.md}', { cwd: root }).map((file) => ({ file, text: read(root, file) }));
  const anchors = documents
    .filter(({ file }) => file.startsWith(path.join('docs', 'rules')))
    .flatMap(({ file, text }) => [...text.matchAll(ANCHOR)].map(([, anchor = '']) => ({ file, anchor })));
  const known = new Map<string, string>();
  const twice = anchors.flatMap(({ file, anchor }) => {
    const first = known.get(anchor);
    known.set(anchor, first ?? file);
    return first === undefined ? [] : [`${file}: ${anchor} stands in ${first} already`];
  });
  const unknown = [...sources, ...documents].flatMap(({ file, text }) =>
    file.startsWith('scripts/')
      ? []
      : [...new Set(text.match(REFERENCE))]
          .filter((rule) => !known.has(rule))
          .map((rule) => `${file}: ${rule} is no rule of docs/rules`),
  );
  return [...twice, ...unknown];
};

function read(root: string, file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

const PERMISSIONS = 'packages/domain/src/permissions.ts';

/** Permissions are there because a call names them or a command asks for them. */
export const checkPermissions: Check = (sources) => {
  const rules = sources.find(({ file }) => file === PERMISSIONS)?.text ?? '';
  const actions = [...rules.matchAll(/^ {2}'([a-z-]+\.[a-z-]+)':/gm)].map(([, action = '']) => action);
  const asking = sources.filter(({ file }) => enforces(file)).map(({ text }) => withoutComments(text));
  return actions
    .filter((action) => !asking.some((text) => text.includes(`'${action}'`)))
    .map((action) => `${PERMISSIONS}: nobody asks for "${action}"`);
};

function enforces(file: string): boolean {
  return (file.startsWith('packages/contract/src/') || file.startsWith('apps/server/src/')) && !isTest(file);
}

/** The files that define the web's colours; all others name them. */
const COLOURS = ['apps/web/app/theme.ts', 'apps/web/app/tones.css'];

const COLOUR = /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgb|hsl)a?\(/i;

export const checkColours = eachSource(({ file, text }) => {
  if (!file.startsWith('apps/web/app/') || COLOURS.includes(file) || isTest(file)) return [];
  const [colour] = COLOUR.exec(text) ?? [];
  return colour ? [`"${colour}" is a colour, which theme.ts or tones.css says`] : [];
});
