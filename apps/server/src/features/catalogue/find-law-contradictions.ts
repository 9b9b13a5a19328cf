import { occurrenceAt } from '@anupalan/domain/recurrence';
import { ALL_STATES, STATES } from '@anupalan/domain/states';
import type { EditionLateCost, EditionProfessionalTax, EditionWelfareFund } from '../law/edition-law.ts';
import type { EditionFiles, EditionItem, Mistake } from './edition-files.ts';

/** Contradictions in what an edition says of the law, between its rows, its items and its acts. */
export function* findLawContradictions(files: EditionFiles): Generator<Mistake> {
  yield* findInRows('late-cost.json', files['late-cost.json'], (rule) => contradictionsOfRule(rule, files));
  yield* findInRows('parameters/professional-tax.json', files['parameters/professional-tax.json'], (row) =>
    contradictionsOfSlabs(row, files),
  );
  yield* findInRows('parameters/welfare-fund.json', files['parameters/welfare-fund.json'], (row) =>
    contradictionsOfFund(row, files),
  );
  for (const file of PARAMETERS) {
    const rows: readonly Validity[] = files[file];
    yield* findInRows(file, rows, (row) => contradictionsOfValidity(row, rows));
  }
  yield* findInRows('late-cost.json', files['late-cost.json'], (row) => repetitionOf(row, files['late-cost.json']));
  yield* findCodeGaps(files);
}

const PARAMETERS = [
  'parameters/professional-tax.json',
  'parameters/welfare-fund.json',
  'parameters/holidays.json',
] as const;

type Fault = readonly [property: string, reason: string];

function* findInRows<Row>(
  file: string,
  rows: readonly Row[],
  faultsOf: (row: Row) => Iterable<Fault>,
): Generator<Mistake> {
  for (const [index, row] of rows.entries()) {
    for (const [property, reason] of faultsOf(row)) yield [[file, index, property], reason];
  }
}

const FLAT: readonly EditionLateCost['kind'][] = ['percent-per-year', 'percent-per-month', 'rupees-per-day'];

function* contradictionsOfRule(rule: EditionLateCost, files: EditionFiles): Generator<Fault> {
  const { kind, bands } = rule;
  const items = new Set(files['items.json'].map(({ key }) => key));
  for (const key of rule.itemKeys) if (!items.has(key)) yield ['itemKeys', `"${key}" is not in items.json`];
  const duties = new Set(files['events.json'].duties.map(({ key }) => key));
  for (const key of rule.dutyKeys) if (!duties.has(key)) yield ['dutyKeys', `"${key}" is not in events.json`];
  if (new Set(rule.itemKeys).size < rule.itemKeys.length) yield ['itemKeys', 'names an item twice'];
  if (FLAT.includes(kind) !== (rule.rate !== null)) yield ['rate', 'is for rules without bands, which need it'];
  if (FLAT.includes(kind) !== (bands.length === 0)) yield ['bands', 'are for rules without a rate, which need them'];
  if ((kind === 'bands-percent') !== (rule.apply !== null)) yield ['apply', 'is for bands of percents, which need it'];
  const countsMonths = kind === 'percent-per-month' || kind === 'bands-percent';
  if (countsMonths !== (rule.months !== null)) yield ['months', 'is for rules that count months, which need it'];
  if (rule.apply === 'each-month' && rule.months !== 'running')
    yield ['months', 'must be running where each has a band'];
  for (const [index, band] of bands.entries()) {
    const before = bands[index - 1];
    const follows = before && (before.to === band.from || (band.unit === 'offence' && before.to === band.from - 1));
    if (before && !follows) yield ['bands', `have a gap before ${band.from}`];
    if ((band.to === null) !== (index === bands.length - 1)) yield ['bands', 'are open at the end, and only there'];
    if (kind === 'bands-percent' && (band.rate === null || band.per === null))
      yield ['bands', 'of percents have a rate'];
    if (kind === 'bands-rupees' && band.rupees === null) yield ['bands', 'of rupees have an amount'];
    const isRange = band.rupeesMin !== null && band.rupeesMax !== null && band.rupeesMin <= band.rupeesMax;
    if (kind === 'range' && !isRange) yield ['bands', 'of fines lie between two amounts'];
  }
  if (isBackwards(rule)) yield ['validUntil', 'is before validFrom'];
  if (rule.examples.length === 0 && !rule.estimate) yield ['estimate', 'must be true without a worked example'];
  yield* contradictionsOfExamples(rule);
}

function* contradictionsOfExamples(rule: EditionLateCost): Generator<Fault> {
  for (const { countedFrom, dueOn, paidOn } of rule.examples) {
    if (countedFrom > dueOn || dueOn >= paidOn) yield ['examples', 'must be counted from, due, and paid in this order'];
    if (rule.countedFrom === 'due-date' && countedFrom !== dueOn) yield ['examples', 'must count from the due day'];
    if (!isWithin(rule, dueOn)) yield ['examples', 'must fall due while the rule is valid'];
  }
}

/** The most that a state may ask of a person a year by Article 276 of the Constitution. */
const MOST_TAX_OF_YEAR = 2_500;

const PERIODS_OF_YEAR = { monthly: 12, 'half-yearly': 2, yearly: 1 } as const;

function* contradictionsOfSlabs({ state, value }: EditionProfessionalTax, files: EditionFiles): Generator<Fault> {
  const hasAct = files['acts.json'].some((act) => act.key.startsWith('pt-') && act.state === state);
  if (!hasAct) yield ['state', 'has no act on professional tax'];
  for (const gender of new Set(value.slabs.map((slab) => slab.gender))) {
    const ofGender = value.slabs.filter((slab) => slab.gender === gender);
    const plain = ofGender.filter(({ month }) => month === null);
    if (plain[0]?.from !== 0 || plain.at(-1)?.to !== null) yield ['value', 'slabs do not cover every income'];
    for (const [index, slab] of plain.entries()) {
      const before = plain[index - 1];
      if (before && (before.to === null || slab.from !== before.to + 1))
        yield ['value', `slabs have a gap at ${slab.from}`];
      if (before && slab.tax <= before.tax) yield ['value', `the tax does not rise at ${slab.from}`];
      const special = ofGender.filter((one) => one.month !== null && one.from === slab.from && one.to === slab.to);
      const plainPeriods = PERIODS_OF_YEAR[value.period] - special.length;
      const ofYear = slab.tax * plainPeriods + special.reduce((sum, { tax }) => sum + tax, 0);
      if (ofYear > MOST_TAX_OF_YEAR) yield ['value', `${ofYear} a year is above ${MOST_TAX_OF_YEAR}`];
    }
    const isPlain = ({ from, to }: { from: number; to: number | null }) =>
      plain.some((slab) => slab.from === from && slab.to === to);
    if (ofGender.some((slab) => slab.month !== null && !isPlain(slab))) {
      yield ['value', 'a slab of a month has no plain one'];
    }
  }
  const genders = new Set(value.slabs.map(({ gender }) => gender));
  if (genders.has(null) ? genders.size > 1 : genders.size !== 2)
    yield ['value', 'slabs leave a gender out, or in twice'];
}

function* contradictionsOfFund(row: EditionWelfareFund, files: EditionFiles): Generator<Fault> {
  const { value } = row;
  const item = files['items.json'].find(({ key }) => key === row.itemKey);
  if (!item || item.state !== row.state) return yield ['itemKey', `"${row.itemKey}" is no item of ${row.state}`];
  if (value.paid !== item.frequency) yield ['value', `is paid ${value.paid}, its item is due ${item.frequency}`];
  if (row.minEmployees !== item.minEmployees) yield ['minEmployees', `is ${item.minEmployees} of its item`];
  const isFixed = value.employee !== null && value.employer !== null;
  const isByWages = value.employeeRatePercent !== null && value.employerTimesEmployee !== null;
  if (isFixed === isByWages) yield ['value', 'is either fixed or by wages'];
  const due = listDueDays(item);
  const isDaysOfYear = row.dueDays.every((day) => /^\d/.test(day));
  if (isDaysOfYear && due.join() !== row.dueDays.toSorted().join()) yield ['dueDays', `are ${due.join()} of its item`];
}

/** The days of the year on which an item falls due by law, its exceptions included. */
function listDueDays({ firstDueDate, frequency, exceptions }: EditionItem): string[] {
  if (firstDueDate === null) return [];
  const first = Temporal.PlainDate.from(firstDueDate);
  const moved = new Map(exceptions.map(({ of, on }) => [of, on]));
  const nominal = Array.from({ length: 24 }, (_, k) => occurrenceAt(first, frequency, k)?.toString().slice(5) ?? '');
  return [...new Set(nominal.map((day) => moved.get(day) ?? day))].sort();
}

interface Validity {
  readonly key: string;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
}

function* contradictionsOfValidity(row: Validity, rows: readonly Validity[]): Generator<Fault> {
  if (isBackwards(row)) yield ['validUntil', 'is before validFrom'];
  const others = rows.filter((other) => other !== row && other.key === row.key);
  if (others.some((other) => endOf(row) >= startOf(other) && endOf(other) >= startOf(row))) {
    yield ['validFrom', `"${row.key}" has two values on one day`];
  }
}

function* repetitionOf(row: { key: string }, rows: readonly { key: string }[]): Generator<Fault> {
  if (rows.find(({ key }) => key === row.key) !== row) yield ['key', `"${row.key}" is there twice`];
}

function isBackwards(validity: Pick<Validity, 'validFrom' | 'validUntil'>): boolean {
  return startOf(validity) > endOf(validity);
}

function isWithin(validity: Pick<Validity, 'validFrom' | 'validUntil'>, day: string): boolean {
  return startOf(validity) <= day && day <= endOf(validity);
}

function startOf({ validFrom }: Pick<Validity, 'validFrom'>): string {
  return validFrom ?? '0000';
}

function endOf({ validUntil }: Pick<Validity, 'validUntil'>): string {
  return validUntil ?? '9999';
}

/** Each state, and the Union, has one row for each Code. */
function* findCodeGaps(files: EditionFiles): Generator<Mistake> {
  const rows = files['code-rules.json'];
  const codes = new Set(rows.map(({ code }) => code));
  for (const [index, { state, code }] of rows.entries()) {
    const isCode = files['acts.json'].some((act) => act.key === code && act.regime === 'code');
    if (!isCode) yield [['code-rules.json', index, 'code'], `"${code}" is no Code of acts.json`];
    const first = rows.findIndex((row) => row.state === state && row.code === code);
    if (first !== index) yield [['code-rules.json', index, 'code'], `"${code}" is there twice for ${state}`];
  }
  for (const state of [ALL_STATES, ...STATES]) {
    for (const code of codes) {
      const isThere = rows.some((row) => row.state === state && row.code === code);
      if (!isThere) yield [['code-rules.json'], `has no row of ${state} and "${code}"`];
    }
  }
}
