import { z } from 'zod';

/** What licences.json says: which licences are allowed, and those of packages that npm can't read, with the source. */
export const LicencePolicy = z.object({
  allowed: z.array(z.string()),
  read: z.record(z.string(), z.object({ licence: z.string(), from: z.string() })),
});

/** The packages of this project, as package addresses begin. */
const OUR_PACKAGES = 'pkg:npm/%40anupalan/';

type Policy = z.infer<typeof LicencePolicy>;

const Licence = z.union([
  z.object({ license: z.object({ id: z.string() }) }).transform(({ license }) => license.id),
  z.object({ license: z.object({ name: z.string() }) }).transform(({ license }) => license.name),
  z.object({ expression: z.string() }).transform(({ expression }) => expression),
]);

const Component = z.object({
  name: z.string(),
  purl: z.string(),
  group: z.string().optional(),
  version: z.string(),
  licenses: z.array(Licence).default([]),
});

type Component = z.infer<typeof Component>;

const Sbom = z.object({ bomFormat: z.literal('CycloneDX'), components: z.array(Component).min(1) });

/** The components of a CycloneDX document, without the project's own packages. */
export function readSbom(text: string): Component[] {
  return Sbom.parse(JSON.parse(text)).components.filter(({ purl }) => !purl.startsWith(OUR_PACKAGES));
}

/** Every component whose licence is not allowed or not known, each as a line; none, no line. */
export function judgeLicences(components: Component[], policy: Policy): string[] {
  const faults = components.flatMap((component) => {
    const licence = licenceOf(component, policy);
    if (licence !== '' && isAllowed(licence, policy.allowed)) return [];
    return [`${nameOf(component)} has ${licence === '' ? 'no licence' : licence}, which licences.json does not allow`];
  });
  const names = new Set(components.map(nameOf));
  const gone = Object.keys(policy.read).filter((name) => !names.has(name));
  return [...faults, ...gone.map((name) => `licences.json names ${name}, which is no package of the lock file`)];
}

/** The list for people: each licence with the packages that are under it. */
export function listLicences(components: Component[], policy: Policy): string {
  const byLicence = Map.groupBy(components, (component) => licenceOf(component, policy) || 'unknown');
  const blocks = [...byLicence]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([licence, under]) => {
      const packages = under.map((component) => `  ${nameOf(component)} ${component.version}\n`);
      return `${licence}\n${[...new Set(packages)].sort().join('')}`;
    });
  return blocks.join('\n');
}

function nameOf({ group, name }: Component): string {
  return group ? `${group}/${name}` : name;
}

function licenceOf(component: Component, { read }: Policy): string {
  return component.licenses.join(' AND ') || (read[nameOf(component)]?.licence ?? '');
}

/** Whether an SPDX expression is met: of those joined by OR one must be allowed, of those joined by AND each. */
function isAllowed(expression: string, allowed: readonly string[]): boolean {
  const inner = expression.trim().replace(/^\(([^()]*)\)$/, '$1');
  if (allowed.includes(inner)) return true;
  for (const [word, meets] of [
    [' OR ', 'some'],
    [' AND ', 'every'],
  ] as const) {
    const parts = splitOutside(inner, word);
    if (parts.length > 1) return parts[meets]((part) => isAllowed(part, allowed));
  }
  return false;
}

/** Splits at a word that stands outside of parentheses. */
function splitOutside(expression: string, word: string): string[] {
  const parts: string[] = [];
  for (const piece of expression.split(word)) {
    const last = parts.at(-1);
    if (last !== undefined && count(last, '(') > count(last, ')')) parts[parts.length - 1] = last + word + piece;
    else parts.push(piece);
  }
  return parts;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
