import { CODE_STAGES } from '@anupalan/contract/law/codes';
import { State } from '@anupalan/contract/wire/primitives';
import { COUNTED_FROM } from '@anupalan/domain/late-cost/rule';
import { RATE_PERIODS } from '@anupalan/domain/parameters/professional-tax';
import { z } from 'zod';
import { Confidence, Day, Key, Line, MonthDay, Source, Text } from '../../platform/files/file-values.ts';

/** Rows of the law carry where they come from and how sure that is, as items do (R-law-1). */
const Sourced = z.strictObject({
  source: Source,
  confidence: Confidence,
  lastChecked: Day,
  notes: Text.max(2_000),
});

const LEGAL_BASIS = Text.max(500);

const Region = z.enum(State.options, "must be a state or union territory, or '-' for all of them");

/** Exact in paise and in hundredths of a percent, which sums are computed with. */
const TwoDecimals = z
  .number()
  .min(0)
  .max(10_000_000)
  .refine((value) => Math.round(value * 100) / 100 === value, 'must have at most two decimals');

const Rate = TwoDecimals.refine((value) => value > 0, 'must be above 0');

const Count = z.number().int().min(0);

const Band = z.strictObject({
  from: Count,
  to: Count.nullable(),
  unit: z.enum(['months', 'days', 'offence']),
  rate: Rate.nullable(),
  per: z.enum(['month', 'year']).nullable(),
  rupees: TwoDecimals.nullable(),
  rupeesMin: TwoDecimals.nullable(),
  rupeesMax: TwoDecimals.nullable(),
  imprisonmentMonthsMax: Count.nullable(),
});

/** A case that a source works out, or that its words settle. */
const Example = z.strictObject({
  amount: TwoDecimals,
  countedFrom: Day,
  dueOn: Day,
  paidOn: Day,
  expected: TwoDecimals,
});

export const EditionLateCost = Sourced.extend({
  key: Key,
  title: Line,
  itemKeys: z.array(Key),
  dutyKeys: z.array(Key),
  base: z.enum(['amount-due', 'tax', 'fixed']),
  kind: z.enum([
    ...['percent-per-year', 'percent-per-month', 'rupees-per-day'],
    ...['bands-percent', 'bands-rupees', 'range'],
  ] as const),
  rate: Rate.nullable(),
  bands: z.array(Band),
  apply: z.enum(['whole-delay', 'each-month']).nullable(),
  months: z.enum(['running', 'calendar']).nullable(),
  cap: z.enum(['amount-due', 'tax']).nullable(),
  per: z.enum(['statement', 'certificate', 'return']).nullable(),
  countedFrom: z.enum(COUNTED_FROM),
  countedTo: z.enum(['paid', 'deducted']),
  grace: z
    .strictObject({
      n: z.number().int().min(1),
      unit: z.enum(['days', 'months']),
      // biome-ignore lint/suspicious/noThenProperty: the data's own word, whose value is never awaited
      then: z.enum(['from-start', 'from-grace-end']),
    })
    .nullable(),
  validFrom: Day.nullable(),
  validUntil: Day.nullable(),
  estimate: z.boolean(),
  legalBasis: LEGAL_BASIS,
  examples: z.array(Example),
});
export type EditionLateCost = z.infer<typeof EditionLateCost>;

/** Words that name a parameter: `professional-tax.karnataka`. */
const ParameterKey = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)?$/);

const EditionParameter = Sourced.extend({
  state: Region,
  key: ParameterKey,
  validFrom: Day.nullable(),
  validUntil: Day.nullable(),
  legalBasis: LEGAL_BASIS,
});

const RupeesWhole = z.number().int().min(0);

export const EditionProfessionalTax = EditionParameter.extend({
  value: z.strictObject({
    period: z.enum(RATE_PERIODS),
    slabs: z
      .array(
        z.strictObject({
          from: RupeesWhole,
          to: RupeesWhole.nullable(),
          tax: RupeesWhole,
          month: z.number().int().min(1).max(12).nullable(),
          gender: z.enum(['male', 'female']).nullable(),
        }),
      )
      .min(1),
    condition: Line.nullable(),
  }),
});
export type EditionProfessionalTax = z.infer<typeof EditionProfessionalTax>;

export const EditionWelfareFund = EditionParameter.extend({
  fund: Line,
  itemKey: Key,
  value: z.strictObject({
    ratePeriod: z.enum(RATE_PERIODS),
    paid: z.enum(RATE_PERIODS),
    employee: Rate.nullable(),
    employer: Rate.nullable(),
    employeeRatePercent: Rate.nullable(),
    employeeCap: Rate.nullable(),
    employerTimesEmployee: Rate.nullable(),
    employerCap: Rate.nullable(),
    employerMinimum: Rate.nullable(),
  }),
  /** Days of the year, or the one rule by which it falls due every month. */
  dueDays: z.union([z.array(MonthDay).min(1), z.tuple([z.enum(['month-end', 'following-month-05'])])]),
  wageLimit: Rate.nullable(),
  minEmployees: Count,
  excluded: Text.max(500),
});
export type EditionWelfareFund = z.infer<typeof EditionWelfareFund>;

const EditionHoliday = EditionParameter.extend({
  name: Line,
  rule: z.union([
    z.strictObject({ kind: z.literal('date'), monthDay: MonthDay, weekday: z.null(), nth: z.array(z.never()) }),
    z.strictObject({
      kind: z.literal('weekday'),
      monthDay: z.null(),
      /** 0 is Sunday. */
      weekday: z.number().int().min(0).max(6),
      /** Which of the month; every one where it is empty. */
      nth: z.array(z.number().int().min(1).max(5)),
    }),
  ]),
  appliesTo: z.array(z.enum(['work', 'payments'])).min(1),
  /** No holiday moves a legal day by the sources that were read. */
  movesLegalDay: z.literal(false),
});

export const EditionCodeRule = Sourced.extend({
  state: Region,
  code: Key,
  stage: z.enum(CODE_STAGES),
  stageSince: Day.nullable(),
  dates: Text.max(500),
});
export type EditionCodeRule = z.infer<typeof EditionCodeRule>;

/** The files of an edition that say what the law asks and costs (R-law-1). */
export const EditionLaw = z.strictObject({
  'late-cost.json': z.array(EditionLateCost).max(1_000),
  'code-rules.json': z.array(EditionCodeRule).max(1_000),
  'parameters/professional-tax.json': z.array(EditionProfessionalTax).max(1_000),
  'parameters/welfare-fund.json': z.array(EditionWelfareFund).max(1_000),
  'parameters/holidays.json': z.array(EditionHoliday).max(1_000),
});
type EditionLaw = z.infer<typeof EditionLaw>;

/** The law of an edition, by what it is about. */
export interface LawOfEdition {
  readonly professionalTax: EditionLaw['parameters/professional-tax.json'];
  readonly welfareFunds: EditionLaw['parameters/welfare-fund.json'];
  readonly holidays: EditionLaw['parameters/holidays.json'];
  readonly lateCost: EditionLaw['late-cost.json'];
  readonly codeRules: EditionLaw['code-rules.json'];
}
