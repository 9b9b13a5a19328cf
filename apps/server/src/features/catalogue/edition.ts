import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findExceptionFault } from '@anupalan/domain/due-days/exceptions';
import { StartupError } from '../../platform/errors/startup-error.ts';
import type { LawOfEdition } from '../law/edition-law.ts';
import { findEventContradictions } from './edition-events.ts';
import { EditionFiles, type EditionItem, isLinkOrNothing, type Mistake } from './edition-files.ts';
import { findLawContradictions } from './find-law-contradictions.ts';

const SHIPPED = path.join(import.meta.dirname, '../../../../../catalogue');

/** One edition of the catalogue, checked and consistent. */
export type Edition = EditionFiles['edition.json'] & {
  acts: EditionFiles['acts.json'];
  conditions: EditionFiles['conditions.json'];
  items: EditionFiles['items.json'];
  retired: EditionFiles['retired.json'];
  law: LawOfEdition;
  events: EditionFiles['events.json'];
};

/** Reads the edition in a folder: that which ships with this version unless said otherwise. @throws StartupError */
export async function readEdition(folder = SHIPPED): Promise<Edition> {
  const files = Object.keys(EditionFiles.shape).map(async (file) => [file, await readJson(folder, file)]);
  return checkEdition(Object.fromEntries(await Promise.all(files)));
}

async function readJson(folder: string, file: string): Promise<unknown> {
  const text = await readFile(path.join(folder, file), 'utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartupError(`The catalogue was not loaded: ${file} is not JSON (${String(error)})`);
  }
}

/**
 * Checks an edition, by file, before anything of it is used.
 * @throws StartupError with a line for each mistake: the file, the row with its key, and the reason.
 */
export function checkEdition(files: Record<string, unknown>): Edition {
  const parsed = EditionFiles.safeParse(files);
  const mistakes = parsed.success
    ? [...findContradictions(parsed.data)]
    : parsed.error.issues.map((issue): Mistake => [issue.path, issue.message]);
  if (mistakes.length > 0 || !parsed.success) {
    const lines = mistakes.map(([where, reason]) => `${describePlace(files, where)}: ${reason}`);
    throw new StartupError(`The catalogue was not loaded, because it has mistakes:\n${lines.join('\n')}`);
  }
  const { 'edition.json': edition, 'acts.json': acts, 'items.json': items } = parsed.data;
  const { 'conditions.json': conditions, 'retired.json': retired, 'events.json': events } = parsed.data;
  const law = {
    professionalTax: parsed.data['parameters/professional-tax.json'],
    welfareFunds: parsed.data['parameters/welfare-fund.json'],
    holidays: parsed.data['parameters/holidays.json'],
    lateCost: parsed.data['late-cost.json'],
    codeRules: parsed.data['code-rules.json'],
  };
  return { ...edition, acts, conditions, items, retired, events, law };
}

/** Contradictions that the schema of a single row can't see: between rows, and between the parts of one. */
function* findContradictions(files: EditionFiles): Generator<Mistake> {
  const { fields } = files['edition.json'];
  yield* findRepetitions(['edition.json', 'fields'], fields, 'key');
  yield* findRepetitions(['edition.json', 'fields'], fields, 'name');
  yield* findRepetitions(['acts.json'], files['acts.json'], 'key');
  yield* findRepetitions(['items.json'], files['items.json'], 'key');
  yield* findRepetitions(['conditions.json'], files['conditions.json'], 'key');
  yield* findRepetitions(['retired.json'], files['retired.json'], 'key');
  yield* findRepetitions(['events.json', 'kinds'], files['events.json'].kinds, 'key');
  yield* findRepetitions(['events.json', 'duties'], files['events.json'].duties, 'key');
  for (const file of ['acts.json', 'items.json'] as const) {
    for (const [row, { minEmployees, maxEmployees }] of files[file].entries()) {
      if (maxEmployees === 0 || maxEmployees >= minEmployees) continue;
      yield [[file, row, 'maxEmployees'], 'must be 0 (unlimited) or at least minEmployees'];
    }
  }
  const acts = new Set(files['acts.json'].map(({ key }) => key));
  const isLink = new Map(fields.map((field) => [field.name, field.isLink]));
  for (const [row, item] of files['items.json'].entries()) {
    if (!acts.has(item.act)) yield [['items.json', row, 'act'], `"${item.act}" is not in acts.json`];
    if ((item.firstDueDate === null) !== (item.frequency === 'never')) {
      yield [['items.json', row, 'firstDueDate'], "must be a day, or null with the frequency 'never'"];
    }
    const first = item.firstDueDate === null ? null : Temporal.PlainDate.from(item.firstDueDate);
    const fault = findExceptionFault(item.exceptions, { first, frequency: item.frequency });
    if (fault) yield [['items.json', row, 'exceptions'], fault];
    for (const [name, text] of Object.entries(item.columns)) {
      const where = ['items.json', row, 'columns', name];
      if (!isLink.has(name)) yield [where, 'is not a field of edition.json'];
      if (isLink.get(name) && !isLinkOrNothing(text)) yield [where, 'must be an http or https address'];
    }
  }
  for (const [where, reason] of findEventContradictions(files['events.json'], acts)) {
    yield [['events.json', ...where], reason];
  }
  yield* findUnknownAnswers(files);
  yield* findLostKeys(files);
  yield* findLawContradictions(files);
}

/** Requirements that name a question or an answer that is not in conditions.json. */
function* findUnknownAnswers(files: EditionFiles): Generator<Mistake> {
  const answersTo = new Map(
    files['conditions.json'].map(({ key, answers }) => [key, new Set(answers.map((answer) => answer.key))]),
  );
  const rows = [
    ...files['items.json'].map((item, row) => [item, ['items.json', row, 'conditions']] as const),
    ...files['events.json'].duties.map((duty, row) => [duty, ['events.json', 'duties', row, 'conditions']] as const),
  ];
  for (const [entry, where] of rows) {
    for (const { key, answers } of listRequirements(entry)) {
      const known = answersTo.get(key);
      if (!known) yield [where, `"${key}" is not in conditions.json`];
      for (const answer of answers) {
        if (known && !known.has(answer)) yield [where, `"${answer}" is no answer to "${key}"`];
      }
    }
  }
}

function listRequirements({ conditions, belowLimit }: Pick<EditionItem, 'conditions' | 'belowLimit'>) {
  return [...conditions, ...(belowLimit ? [belowLimit] : [])].map((requirement) => ({
    key: requirement.key,
    answers: 'is' in requirement ? requirement.is : requirement.isNot,
  }));
}

/** Retired keys that are items still, or went into none. */
function* findLostKeys(files: EditionFiles): Generator<Mistake> {
  const items = new Set(files['items.json'].map(({ key }) => key));
  for (const [row, { key, into }] of files['retired.json'].entries()) {
    if (items.has(key)) yield [['retired.json', row, 'key'], `"${key}" is an item still`];
    if (into !== null && !items.has(into)) yield [['retired.json', row, 'into'], `"${into}" is not in items.json`];
  }
}

function* findRepetitions<K extends string>(
  where: string[],
  rows: readonly Record<K, string>[],
  property: K,
): Generator<Mistake> {
  const seen = new Set<string>();
  for (const [row, { [property]: value }] of rows.entries()) {
    if (seen.has(value)) yield [[...where, row, property], `"${value}" is there twice`];
    seen.add(value);
  }
}

/** The place of a mistake for people: `items.json, row 12 (epf-ecr), firstDueDate`; rows count from 1. */
function describePlace(files: Record<string, unknown>, where: readonly PropertyKey[]): string {
  let inside: unknown = files;
  const steps = where.map((step) => {
    inside = isRecord(inside) ? inside[String(step)] : undefined;
    if (typeof step !== 'number') return String(step);
    const key = isRecord(inside) && typeof inside.key === 'string' ? ` (${inside.key})` : '';
    return `row ${step + 1}${key}`;
  });
  return steps.join(', ');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
