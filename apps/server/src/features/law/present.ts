import type { LawChange } from '@anupalan/contract/law/changes';
import type { CodeInState } from '@anupalan/contract/law/codes';
import type { LateCostAnswer, LateCostLine } from '@anupalan/contract/law/late-cost';
import type { ProfessionalTaxOnDay, WelfareFundOnDay } from '@anupalan/contract/law/rates';
import { formatDay, storedDay, toIsoMidnight } from '@anupalan/domain/calendar-day';
import { describeCost } from '@anupalan/domain/late-cost/describe';
import { holdsFor, lateCost } from '@anupalan/domain/late-cost/late-cost';
import { LABOUR_CODES, STAGE_CHANGES } from '@anupalan/domain/law/labour-codes';
import { toRupees } from '@anupalan/domain/money';
import type { Taken } from '@anupalan/domain/parameters/parameter';
import { type Gender, professionalTax, professionalTaxOfBoth } from '@anupalan/domain/parameters/professional-tax';
import type { Selectable } from 'kysely';
import type { LawChanges } from '../../platform/postgres/database-schema.ts';
import type { EditionCodeRule, EditionLateCost, EditionProfessionalTax, EditionWelfareFund } from './edition-law.ts';

interface Earnings {
  readonly salary: number;
  readonly gender: Gender | undefined;
  readonly on: Temporal.PlainDate;
}

/** Professional tax on a day; without a rate that is known, nothing but the state (R-law-3, R-law-4). */
export function presentTax(
  state: EditionProfessionalTax['state'],
  taken: Taken<EditionProfessionalTax>,
  { salary, gender, on }: Earnings,
): ProfessionalTaxOnDay {
  const nothing = { tax: null, period: null, condition: null, validFrom: null, validUntil: null, lastChecked: null };
  if (!taken.parameter) return { state, ...nothing, ...(!gender && { men: null, women: null }) };
  const { value, ...row } = taken.parameter;
  const earner = { salary, month: on.month };
  const both = professionalTaxOfBoth(value, earner);
  const tax = gender ? professionalTax(value, { ...earner, gender }) : both.men === both.women ? both.men : null;
  return {
    state,
    tax,
    ...(!gender && both),
    period: value.period,
    condition: value.condition,
    ...presentSource(row),
    ...presentValidity(row),
  };
}

export function presentFund({ fund, value, ...row }: EditionWelfareFund): WelfareFundOnDay {
  const { minEmployees, wageLimit, excluded } = row;
  return { fund, ...value, minEmployees, wageLimit, excluded, ...presentSource(row), ...presentValidity(row) };
}

/** What to doubt of a value that was taken, or why there is none (R-law-3); undefined where it is certain. */
export function explainTaken(
  what: string,
  taken: Taken<{ readonly lastChecked: string }>,
  asked: Temporal.PlainDate,
): string | undefined {
  if (taken.parameter) {
    if (taken.certain) return undefined;
    const checked = formatDay(Temporal.PlainDate.from(taken.parameter.lastChecked));
    return `${what}: since when this holds isn't known; it was in use on ${checked}.`;
  }
  if (taken.why === 'unknown-key') return `${what}: none is known.`;
  const day = formatDay(Temporal.PlainDate.from(taken.day));
  const known = taken.why === 'before' ? `the first one known holds from ${day}` : `the last one known ended on ${day}`;
  return `${what}: none is known for ${formatDay(asked)}; ${known}.`;
}

interface AskedDelay {
  /** Paise. */
  readonly amount: number;
  readonly dueOn: Temporal.PlainDate;
  readonly paidOn: Temporal.PlainDate;
  readonly countedFrom: Temporal.PlainDate | undefined;
  /** The nominal day of what was due, where that is another one than `dueOn`. */
  readonly nominal?: Temporal.PlainDate | undefined;
}

/** The days after the due day of which the cost is told beside the one that was asked for (R-law-9). */
const DAYS_LATE = [1, 2, 3, 5, 7, 10, 15, 30, 60, 90];

/**
 * What a delay costs by the rules that hold for its due day (R-law-6, R-law-7). A rule that doesn't hold has a line without
 * an amount, unless one of the same title does, which came before or after it.
 */
export function presentLateCost(rules: readonly EditionLateCost[], delay: AskedDelay): LateCostAnswer {
  const { dueOn } = delay;
  const holding = rules.filter((rule) => holdsFor(rule, dueOn));
  if (holding.length === 0) return { lines: [], total: null, message: explainNoRule(rules, dueOn), byDay: [] };
  const missing = rules.filter(({ title }) => !holding.some((rule) => rule.title === title));
  const lines = rules.flatMap((rule) => {
    if (holding.includes(rule)) return [presentLine(rule, delay)];
    return missing.includes(rule) ? [{ ...startLine(rule), rate: null, amount: null, words: noRate(dueOn) }] : [];
  });
  const total = totalOf(lines);
  const byDay = DAYS_LATE.map((days) => {
    const paidOn = dueOn.add({ days });
    return {
      days,
      paidOn: toIsoMidnight(paidOn),
      total: totalOf(holding.map((rule) => presentLine(rule, { ...delay, paidOn }))),
    };
  });
  if (missing.length === 0) return { lines, total, byDay };
  const message = `This is not all of it. ${missing.map(({ title }) => `${title}: ${noRate(dueOn)}`).join(' ')}`;
  return { lines, total, message, byDay };
}

function presentLine(rule: EditionLateCost, delay: AskedDelay): LateCostLine {
  const line = startLine(rule);
  const from = startOf(rule, delay);
  if (!from) {
    return { ...line, rate: rule.rate, amount: null, words: 'It counts from the day the sum became payable: name it.' };
  }
  const cost = lateCost(rule, { ...delay, countedFrom: from });
  const rate = cost.outcome === 'sum' ? cost.rate : rule.rate;
  const paise = cost.outcome === 'sum' ? cost.paise : 0;
  return { ...line, rate, amount: cost.outcome === 'range' ? null : toRupees(paise), words: describeCost(rule, cost) };
}

function startLine(rule: EditionLateCost) {
  const { key, title, kind, estimate, countedFrom } = rule;
  return { key, title, kind, estimate, countedFrom, ...presentSource(rule) };
}

/**
 * The day that a rule counts from: the due day, or the one that was named. Where none is, it is for tax the first day of
 * the month before the occurrence, in which at the latest it was deducted, whatever day it was moved to; undefined where
 * that is guessing (R-law-6).
 */
function startOf({ countedFrom }: EditionLateCost, delay: AskedDelay): Temporal.PlainDate | undefined {
  const { dueOn, nominal = dueOn } = delay;
  if (countedFrom === 'due-date') return dueOn;
  if (countedFrom === 'payable-date') return delay.countedFrom;
  return delay.countedFrom ?? nominal.with({ day: 1 }).subtract({ months: 1 });
}

function totalOf(lines: readonly LateCostLine[]): number | null {
  const amounts = lines.flatMap(({ amount }) => amount ?? []);
  return amounts.length === 0 ? null : amounts.reduce((sum, amount) => Math.round((sum + amount) * 100) / 100, 0);
}

function explainNoRule(rules: readonly EditionLateCost[], dueOn: Temporal.PlainDate): string {
  return rules.length === 0 ? 'What lateness costs here is not known: no source gives a rate.' : noRate(dueOn);
}

function noRate(dueOn: Temporal.PlainDate): string {
  return `No rate is known for what was due on ${formatDay(dueOn)}.`;
}

/** Which law holds in a state about what a Code is about (R-law-10). */
export function presentCode({ state, code, stage, stageSince, ...row }: EditionCodeRule): CodeInState {
  const { name, since, oldActs } = LABOUR_CODES[code] ?? { name: code, since: row.lastChecked, oldActs: [] };
  return {
    ...{ state, code, name, stage },
    codeSince: toIsoMidnight(storedDay(since)),
    oldActs: [...oldActs],
    stageSince: stageSince && toIsoMidnight(storedDay(stageSince)),
    dates: row.dates,
    change: STAGE_CHANGES[stage],
    source: row.source,
    confidence: row.confidence,
    lastChecked: toIsoMidnight(storedDay(row.lastChecked)),
    notes: row.notes,
  };
}

export function nameOfCode(code: string): string {
  return LABOUR_CODES[code]?.name ?? code;
}

export type LawChangeRow = Selectable<LawChanges>;

export function presentChange(row: LawChangeRow): LawChange {
  const { id, at, compliance_item_id: itemId, effective_on, reach_was: _, reach_now: __, ...told } = row;
  return {
    _id: id,
    ...told,
    at: at.toISOString(),
    itemId,
    effectiveOn: effective_on && toIsoMidnight(storedDay(effective_on)),
  };
}

function presentSource({
  legalBasis,
  source,
  confidence,
  notes,
}: EditionLateCost | Omit<EditionProfessionalTax, 'value'>) {
  return { legalBasis, source, confidence, notes };
}

function presentValidity({ validFrom, validUntil, lastChecked }: Omit<EditionProfessionalTax, 'value'>) {
  return {
    validFrom: validFrom && toIsoMidnight(storedDay(validFrom)),
    validUntil: validUntil && toIsoMidnight(storedDay(validUntil)),
    lastChecked: toIsoMidnight(storedDay(lastChecked)),
  };
}
