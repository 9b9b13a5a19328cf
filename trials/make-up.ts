import { todayInIndia } from '@anupalan/domain/calendar-day';
import { STATES } from '@anupalan/domain/states';
import { STATUSES } from '@anupalan/domain/statuses';
import fc from 'fast-check';
import { z } from 'zod';

/** What a made-up request may name: of the caller, of a stranger, and of nobody. */
export interface Known {
  /** Ids by the table that they are of. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** What is no id of anything. */
  readonly others: readonly string[];
  readonly emails: readonly string[];
}

/** As much of a JSON schema as the contract's schemas come to. */
const Shape = z.looseObject({
  type: z.union([z.string(), z.array(z.string()).transform(([first]) => first)]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});

/** Texts that can't be stored. */
export const UNSTORABLE_TEXTS = [
  '\ud800',
  'a\udc00b',
  'cut emoji \ud83d',
  '\udc00\ud800',
  '\u0000',
  'a\u0000b',
] as const;

/** Texts that are stored otherwise than they are typed, or are nothing once the blanks around them are gone. */
export const UNTIDY_TEXTS = [
  'Jose\u0301 Nun\u0303ez',
  'क\u093c\u0947ल',
  '\u3000Asha\u3000Rao\u3000',
  '\u00a0Asha\u00a0',
  '\u200bAsha\u200b',
  '\u2060\ufeff\u180e\u2800',
  '\u3164',
  '\u200e\u202aAsha\u202c',
  'क्\u200c',
  '\u0301',
  '\ufffd',
] as const;

const ODD_TEXTS = fc.constantFrom(...UNSTORABLE_TEXTS, ...UNTIDY_TEXTS);

const NONSENSE = fc.oneof(
  fc.constantFrom<unknown>(null, '', ' ', 0, -1, 1.005, 1e21, true, [], {}, [[]], [null], { $ne: null }, '__proto__'),
  fc.constantFrom(
    '=1+1',
    "'; drop table users; --",
    '../../etc/passwd',
    '<script>alert(1)</script>',
    'a\u0000b',
    'a\nb',
  ),
  ODD_TEXTS,
  fc.constantFrom<unknown>({ 'a\u0000': 1 }, { '\ud800': 1 }, [{ '\udc00\ud800': 'a' }]),
  fc.constantFrom('\u202eabc', 'अनुपालन', '🙂'.repeat(50), 'x'.repeat(10_000), '9'.repeat(400)),
  fc.constantFrom('2026-02-30', '31/12/2026', '-271821-04-20', '+275760-09-13', '2026-12-15T25:00:00Z', 'Infinity'),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Plain values by what a field is called, so that many requests get past the form. */
const BY_NAME: [RegExp, fc.Arbitrary<unknown>][] = [
  [/phone/i, fc.integer({ min: 7_000_000_000, max: 9_999_999_999 }).map(String)],
  [/password/i, fc.constantFrom('Right-horse-9', 'Right-horse-9', 'Right-horse-9', 'Other-horse-8')],
  [/otp|code/i, fc.constantFrom('123456', '000000')],
  [/date|from|^to$|expires|day|until/i, fc.integer({ min: -400, max: 400 }).map(dayFromToday)],
  [/state/i, fc.constantFrom('-', 'ALL_INDIA', ...STATES)],
  [/status/i, fc.constantFrom(...STATUSES, 'active', 'suspended')],
  [/website|link|url/i, fc.constantFrom('https://example.in', 'http://example.in/a?b=c')],
  [/amount|price/i, fc.constantFrom(3999, 12.5, 0.01)],
  [/page|limit/i, fc.constantFrom(1, 2, 10)],
];

function dayFromToday(days: number): string {
  return todayInIndia(Temporal.Now.instant()).add({ days }).toString();
}

type Named = Known & { readonly path: string };

const shapes = new WeakMap<z.ZodType, object>();

/**
 * Values for a schema of the contract: mostly what it asks for, now and then with something missing, strange or more
 * than it asks for.
 */
export function makeUp(schema: z.ZodType, known: Known, path = ''): fc.Arbitrary<unknown> {
  let shape = shapes.get(schema);
  if (!shape) {
    shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    shapes.set(schema, shape);
  }
  return fromShape(shape, '', { ...known, path });
}

function fromShape(given: unknown, name: string, known: Named): fc.Arbitrary<unknown> {
  const plain = plainValue(given, name, known);
  return name === '' ? plain : fc.oneof({ arbitrary: plain, weight: 20 }, { arbitrary: NONSENSE, weight: 1 });
}

function plainValue(given: unknown, name: string, known: Named): fc.Arbitrary<unknown> {
  const shape = Shape.parse(given);
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.anyOf) {
    // A form that the handler checks is described as any object or the form (`checkedByHandler`).
    const options = shape.anyOf.map((option) => Shape.parse(option)).filter((option) => !isAnything(option));
    return fc.oneof(...options.map((option) => plainValue(option, name, known)));
  }
  if (shape.type === 'object' || shape.properties) return makeObject(shape, known);
  if (shape.type === 'array') return fc.array(fromShape(shape.items ?? {}, name, known), { maxLength: 4 });
  if (shape.type === 'boolean') return fc.boolean();
  if (/ids?$/i.test(name) || shape.format === 'uuid') return chooseId(name, known);
  if (/email/i.test(name)) return fc.constantFrom(...known.emails);
  const byName = BY_NAME.find(([pattern]) => pattern.test(name));
  if (byName && (shape.type !== 'string' || !/amount|page|limit/i.test(name))) return byName[1];
  if (shape.type === 'number' || shape.type === 'integer') {
    return fc.integer({ min: Math.max(-5, shape.minimum ?? -5), max: Math.min(5_000, shape.maximum ?? 5_000) });
  }
  return fc.oneof(
    fc.constantFrom('Asha', 'मीरा', 'Registers & returns of the factory in Pune, checked by us.'),
    fc.string({ maxLength: 40 }),
  );
}

function isAnything({ type, properties = {} }: z.infer<typeof Shape>): boolean {
  return type === 'object' && Object.keys(properties).length === 0;
}

/** An id of what a field or the path's noun names, mostly; else of something else or of nothing. */
function chooseId(name: string, { ids, others, path }: Named): fc.Arbitrary<string> {
  const table = TABLES.find(([pattern]) => pattern.test(`${path}:${name}`))?.[1];
  const meant = (table && ids[table]) || [];
  const any = [...Object.values(ids).flat(), ...others];
  return meant.length === 0
    ? fc.constantFrom(...any)
    : fc.oneof({ arbitrary: fc.constantFrom(...meant), weight: 8 }, { arbitrary: fc.constantFrom(...any), weight: 1 });
}

/** The tables of ids, by the path and the name of a field. */
const TABLES: [RegExp, string][] = [
  [/:userId$|^\/(users|companies\/user|payments\/user)\/.*:id$/, 'users'],
  [/:noteId$/, 'status_records'],
  [/:reminderId$/, 'custom_reminders'],
  [/:paymentId$/, 'payment_dates'],
  [/:submissionId$/, 'submission_dates'],
  [/:fileId$/, 'job_posting_files'],
  [/:orderId$/, 'orders'],
  [/sessions.*:id$/, 'sessions'],
  [/:actId$|^\/acts\/.*:id$/, 'acts'],
  [/:fieldId$|^\/compliance\/fields.*:ids?$/, 'compliance_fields'],
  [/^\/compliance\/data\/.*:id$/, 'compliance_items'],
  [/^\/hr-format.*:id$/, 'hr_documents'],
  [/job-postings.*:id$/, 'job_postings'],
  [/messages.*:id$/, 'contact_messages'],
];

function makeObject({ properties = {}, required = [] }: z.infer<typeof Shape>, known: Named): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, shape]) => {
    const value = fromShape(shape, name, known);
    const present = required.includes(name) ? 30 : 2;
    return fc
      .oneof(
        { arbitrary: value.map((made) => [[name, made]]), weight: present },
        { arbitrary: fc.constant([]), weight: 1 },
      )
      .map((entries): [string, unknown][] => entries.map(([key, made]) => [String(key), made]));
  });
  return fc.tuple(...fields).map((entries) => Object.fromEntries(entries.flat()));
}
