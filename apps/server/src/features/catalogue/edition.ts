import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isWebAddress, State } from '@anupalan/contract/wire/primitives';
import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import { FREQUENCIES } from '@anupalan/domain/recurrence';
import { z } from 'zod';
import { StartupError } from '../../platform/errors/startup-error.ts';
import { cleanRichText } from '../../platform/files/rich-text.ts';

const SHIPPED = path.join(import.meta.dirname, '../../../../../catalogue');

const Text = z
  .string()
  .trim()
  .regex(/^\P{Cc}*$/u, 'must not have control characters');
const Line = Text.min(1, 'must not be empty').max(500);
const Key = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens');
const Day = z.iso
  .date('must be a day such as 2026-11-20')
  .refine((day) => parseCalendarDay(day) !== null, 'must be a day such as 2026-11-20');
const Headcount = z.number().int().min(0).max(10_000_000);
const RichText = Text.max(50_000).refine(
  (html) => cleanRichText(html) === html,
  'may only have p, strong, em, ul, ol, li and br, without attributes',
);

const Reach = z.strictObject({
  state: z.enum(State.options, "must be a state or union territory, or '-' for all of them"),
  minEmployees: Headcount,
  maxEmployees: Headcount,
});

const EditionField = z.strictObject({
  key: Key,
  name: Line,
  description: Text.max(2_000),
  accessLevel: z.enum(['free', 'premium']),
  isLink: z.boolean(),
});

const EditionAct = Reach.extend({ key: Key, name: Line, description: RichText });

const EditionItem = Reach.extend({
  key: Key,
  act: Key,
  title: Line,
  description: RichText,
  /** The first due date; null only for the frequency `never`. */
  firstDueDate: Day.nullable(),
  frequency: z.enum(FREQUENCIES),
  dueDateDescription: Text.max(500),
  reminderDays: z.array(z.number().int().min(0).max(365)),
  /** The values by their field's name; an empty text is no value. */
  columns: z.record(z.string(), Text.max(2_000)),
  source: Text.min(1, 'must not be empty').max(2_000),
  confidence: z.enum(['high', 'medium', 'low']),
  notes: Text.max(2_000),
  /** The day the item was checked, where it differs from the edition's. */
  checkedOn: Day.optional(),
});

/** An edition is capped, because every workspace reads the catalogue whole (R-catalogue-1). */
const EditionFiles = z.strictObject({
  'edition.json': z.strictObject({ edition: Line, checkedOn: Day, fields: z.array(EditionField).max(100) }),
  'acts.json': z.array(EditionAct).max(2_000),
  'items.json': z.array(EditionItem).max(10_000),
});
type EditionFiles = z.infer<typeof EditionFiles>;

/** One edition of the catalogue, checked and consistent. */
export type Edition = EditionFiles['edition.json'] & {
  acts: EditionFiles['acts.json'];
  items: EditionFiles['items.json'];
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
  return { ...edition, acts, items };
}

/** A mistake: the file with the path into it, and the reason. */
type Mistake = readonly [where: readonly PropertyKey[], reason: string];

/** Contradictions that the schema of a single row can't see: between rows, and between the parts of one. */
function* findContradictions(files: EditionFiles): Generator<Mistake> {
  const { fields } = files['edition.json'];
  yield* findRepetitions(['edition.json', 'fields'], fields, 'key');
  yield* findRepetitions(['edition.json', 'fields'], fields, 'name');
  yield* findRepetitions(['acts.json'], files['acts.json'], 'key');
  yield* findRepetitions(['items.json'], files['items.json'], 'key');
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
    for (const [name, text] of Object.entries(item.columns)) {
      const where = ['items.json', row, 'columns', name];
      if (!isLink.has(name)) yield [where, 'is not a field of edition.json'];
      if (isLink.get(name) && text !== '' && !isWebAddress(text)) yield [where, 'must be an http or https address'];
    }
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
