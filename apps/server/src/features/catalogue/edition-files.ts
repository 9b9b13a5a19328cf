import { isWebAddress } from '@anupalan/contract/wire/web-address';
import { FREQUENCIES } from '@anupalan/domain/recurrence';
import { STATES } from '@anupalan/domain/states';
import { z } from 'zod';
import { Confidence, Day, Key, Line, MonthDay, RichText, Source, Text } from '../../platform/files/file-values.ts';
import { EditionLaw } from '../law/edition-law.ts';
import { EditionEvents } from './edition-events.ts';
import { EditionRequirement, Reach } from './reach.ts';

const EditionField = z.strictObject({
  key: Key,
  name: Line,
  description: Text.max(2_000),
  accessLevel: z.enum(['free', 'premium']),
  isLink: z.boolean(),
});

/** Kinds of registration numbers that acts and items name. */
const Registration = z
  .enum(['epf', 'esi', 'pt-rc', 'pt-ec', 'lwf', 'shops', 'factory', 'contract-labour', 'trade-licence', 'tan'])
  .nullable();

const EditionAct = Reach.extend({
  key: Key,
  name: Line,
  description: RichText,
  regime: z.enum(['code', 'old-law', 'state-law', 'tax', 'other']),
  registration: Registration,
  /** What was put right since the edition before, with its sources, for whoever edits the next one. */
  corrections: z.array(z.strictObject({ source: Source, confidence: Confidence, notes: Text.max(2_000) })),
});

const EditionItem = Reach.extend({
  key: Key,
  act: Key,
  title: Line,
  description: RichText,
  /** All of them must hold (R-applicability-3). */
  conditions: z.array(EditionRequirement),
  /** The requirement by which the item also applies below `minEmployees`. */
  belowLimit: EditionRequirement.nullable(),
  /** How often it is done: once for the company, for a state, or for each establishment. */
  level: z.enum(['company', 'state', 'establishment']),
  /** The first due date; null only for the frequency `never`. */
  firstDueDate: Day.nullable(),
  frequency: z.enum(FREQUENCIES),
  /** Occurrences that the law moves to another day every year (R-due-dates-21). */
  exceptions: z.array(z.strictObject({ of: MonthDay, on: MonthDay })),
  /** Set where the law moves what falls on a holiday (R-due-dates-22). */
  holidayRule: z.enum(['next-working-day']).nullable().default(null),
  dueDateDescription: Text.max(500),
  /** Whether the law fixes the day, or the company. */
  basis: z.enum(['statutory', 'company']),
  /** Days after the due day that the law leaves to the company at most; null where it names no latest day. */
  latestAfter: z.number().int().min(0).max(366).nullable().default(null),
  /** What an occurrence is about, and how many months before it that ends. */
  period: z.enum(['previous-month', 'quarter', 'half-year', 'year']).nullable(),
  periodLag: z.number().int().min(-1_200).max(1_200).nullable(),
  registration: Registration,
  reminderDays: z.array(z.number().int().min(0).max(365)),
  /** The values by their field's name; an empty text is no value. */
  columns: z.record(z.string(), Text.max(2_000)),
  source: Source,
  confidence: Confidence,
  notes: Text.max(2_000),
  /** The day the item was checked, where it differs from the edition's. */
  checkedOn: Day.optional(),
});
export type EditionItem = z.infer<typeof EditionItem>;

const Assumed = ['assume-yes', 'assume-no', 'assume-office-or-shop', 'assume-elsewhere'] as const;

/** A question by whose answer items apply or not (R-applicability-4). */
const EditionCondition = z.strictObject({
  key: Key,
  kind: z.enum(['yes-no', 'nature', 'city']),
  question: Line,
  explanation: Line,
  answeredFor: z.enum(['company', 'establishment', 'item']),
  default: z.enum(Assumed),
  assumeYesFrom: z.number().int().min(1).nullable(),
  answers: z.array(z.strictObject({ key: Key, name: Line, state: z.enum(STATES).nullable() })).min(2),
});
export type EditionCondition = z.infer<typeof EditionCondition>;

/** A key of an earlier edition that is gone: merged into another, or ended (R-catalogue-25). */
const EditionRetired = z.strictObject({
  key: Key,
  into: Key.nullable(),
  reason: Line,
  /** The days under which something was recorded that belongs to another day of what the key went into. */
  records: z.array(z.strictObject({ from: MonthDay, to: MonthDay })),
  source: Source,
});
export type EditionRetired = z.infer<typeof EditionRetired>;

/** An edition is capped, because every workspace reads the catalogue whole (R-catalogue-1). */
export const EditionFiles = z.strictObject({
  'edition.json': z.strictObject({ edition: Line, checkedOn: Day, fields: z.array(EditionField).max(100) }),
  'acts.json': z.array(EditionAct).max(2_000),
  'conditions.json': z.array(EditionCondition).max(100),
  'items.json': z.array(EditionItem).max(10_000),
  'retired.json': z.array(EditionRetired).max(10_000),
  ...EditionLaw.shape,
  'events.json': EditionEvents,
});
export type EditionFiles = z.infer<typeof EditionFiles>;

/** Whether a value of a field that holds links is one. */
export function isLinkOrNothing(text: string): boolean {
  return text === '' || isWebAddress(text);
}

/** A mistake in an edition: the file with the path into it, and the reason. */
export type Mistake = readonly [where: readonly PropertyKey[], reason: string];
