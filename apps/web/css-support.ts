import compatibility from '@mdn/browser-compat-data' with { type: 'json' };
import type { Identifier } from '@mdn/browser-compat-data/types';
import postcss, { type Declaration, type Node, type Rule } from 'postcss';
import { OLDEST } from './oldest-browsers.ts';

type Browser = keyof typeof OLDEST;

/** Feature of CSS in a style sheet that not all browsers know. */
interface Unsupported {
  /** As in `container-type: scroll-state`, `@starting-style`, `:has` or `color-mix()`. */
  readonly feature: string;
  readonly line: number;
  readonly missing: readonly Browser[];
}

/** Functions that the build rewrites for every browser. */
const COMPILED = new Set(['light-dark']);

const { 'at-rules': atRules = {}, properties = {}, selectors = {}, types = {} } = compatibility.css;
const functions = listFunctions(types);

/**
 * Features of a style sheet that one of the oldest browsers doesn't know and that stand there without a way out: outside
 * of `@supports`, and without an older declaration of the same property before them in the same rule.
 */
export function listUnsupported(source: string): Unsupported[] {
  const found: Unsupported[] = [];
  const note = (node: Node, feature: string, known: Identifier | undefined) => {
    const missing = missingIn(known);
    if (missing.length === 0 || isAsked(node)) return;
    found.push({ feature, line: node.source?.start?.line ?? 0, missing });
  };
  const root = postcss.parse(source);
  root.walkAtRules((rule) => {
    const known = atRules[rule.name];
    note(rule, `@${rule.name}`, known);
    for (const [, name = ''] of rule.params.matchAll(/([a-z-]+)\(/g)) {
      note(rule, `@${rule.name} ${name}()`, known?.[`${name}_queries`]);
    }
  });
  root.walkRules((rule) => {
    for (const [, name = ''] of rule.selector.matchAll(/::?([a-z-]+)/g)) note(rule, `:${name}`, selectors[name]);
  });
  root.walkDecls((declaration) => {
    const { prop, value, parent } = declaration;
    const known = properties[prop];
    if (hasOlder(parent as Rule, prop, declaration)) return;
    note(declaration, prop, known);
    for (const [, word = '', call] of value.matchAll(/(?<![\w-])([a-z][a-z-]*)(\()?/g)) {
      if (call && !COMPILED.has(word)) note(declaration, `${word}()`, functions.get(word));
      if (!call) note(declaration, `${prop}: ${word}`, known?.[word]);
    }
  });
  return found;
}

/** Whether `@supports` stands around a node. */
function isAsked(node: Node): boolean {
  for (let one: Node | undefined = node; one; one = one.parent) {
    if (one.type === 'atrule' && 'name' in one && one.name === 'supports') return true;
  }
  return false;
}

function hasOlder(rule: Rule, prop: string, declaration: Declaration): boolean {
  const at = rule.nodes.indexOf(declaration);
  return rule.nodes.slice(0, at).some((node) => node.type === 'decl' && [prop, `-webkit-${prop}`].includes(node.prop));
}

/** Oldest browsers that lack a feature; nothing is said of one that the data don't have. */
function missingIn(known: Identifier | undefined): Browser[] {
  const support = known?.__compat?.support;
  if (!support) return [];
  return (Object.keys(OLDEST) as Browser[]).filter((browser) => {
    const statement = support[browser];
    const statements = Array.isArray(statement) ? statement : statement ? [statement] : [];
    return !statements.some(
      // A prefix is written by the build.
      ({ version_added: since, flags, partial_implementation: partial }) =>
        !flags && !partial && typeof since === 'string' && Number.parseFloat(since.replace('≤', '')) <= OLDEST[browser],
    );
  });
}

function listFunctions(types: Identifier, found = new Map<string, Identifier>()): Map<string, Identifier> {
  for (const [name, one] of Object.entries(types)) {
    if (name === '__compat') continue;
    found.set(name, one as Identifier);
    listFunctions(one as Identifier, found);
  }
  return found;
}
