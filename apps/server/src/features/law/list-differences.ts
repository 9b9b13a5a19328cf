import { isDeepStrictEqual } from 'node:util';
import { describeRule } from '@anupalan/domain/late-cost/describe';
import { STAGE_WORDS } from '@anupalan/domain/law/labour-codes';
import type { LawSubject } from '@anupalan/domain/law/law-changes';
import { describeProfessionalTax, describeWelfareFund } from '@anupalan/domain/parameters/describe';
import { ALL_STATES, type StateOrAll, stateLabel } from '@anupalan/domain/states';
import type { Difference } from '../law-changes/difference.ts';
import { EditionCodeRule, EditionLateCost, EditionProfessionalTax, EditionWelfareFund } from './edition-law.ts';
import { nameOfCode } from './present.ts';

/** A row of the law as it is stored. */
export interface LawRow {
  readonly kind: 'professional-tax' | 'welfare-fund' | 'holiday' | 'late-cost' | 'code-rule';
  readonly key: string;
  readonly position: number;
  readonly definition: unknown;
}

/** One row for comparing: what it is about, what counts of it, and its words. */
interface Compared extends Pick<Difference, 'title' | 'state' | 'source' | 'itemKey' | 'effectiveOn'> {
  readonly about: LawSubject;
  /** The key that later values have too. */
  readonly key: string;
  readonly validUntil: string | null;
  /** What makes a difference for people; sources and notes don't. */
  readonly substance: unknown;
  readonly words: string;
}

/** The differences from the rows that are stored to those that are wanted, each told once. */
export function listDifferences(stored: readonly LawRow[], wanted: readonly LawRow[]): Difference[] {
  const before = Map.groupBy(stored.flatMap(compare), idOf);
  const after = Map.groupBy(wanted.flatMap(compare), idOf);
  const ended = [...before].flatMap(([id, rows]) => (after.has(id) ? [] : [endOf(newest(rows), null)]));
  const others = [...after].flatMap(([id, rows]) => differencesOfKey(before.get(id) ?? [], rows));
  return [...others, ...ended];
}

function differencesOfKey(before: readonly Compared[], after: readonly Compared[]): Difference[] {
  const known = new Set(before.map(({ effectiveOn }) => effectiveOn));
  const changed = after.flatMap((row): Difference[] => {
    const same = before.find(({ effectiveOn }) => effectiveOn === row.effectiveOn);
    const former = same ?? (before.length > 0 ? newest(before) : undefined);
    if (former && isDeepStrictEqual(former.substance, row.substance)) return [];
    const change = former ? (row.about === 'code-rule' ? 'stage-changed' : 'rate-changed') : 'added';
    return [{ ...toldOf(row), change, was: former?.words ?? '', now: row.words }];
  });
  const last = newest(after);
  const former = before.find(({ effectiveOn }) => effectiveOn === last.effectiveOn);
  if (!known.has(last.effectiveOn) || last.validUntil === null || former?.validUntil === last.validUntil)
    return changed;
  return [...changed, endOf(last, last.validUntil)];
}

function endOf(row: Compared, lastDay: string | null): Difference {
  const effectiveOn = lastDay && Temporal.PlainDate.from(lastDay).add({ days: 1 }).toString();
  return { ...toldOf(row), change: 'ended', was: row.words, now: '', effectiveOn };
}

function toldOf({ about, title, state, source, itemKey, effectiveOn }: Compared) {
  return { about, title, state, source, itemKey, effectiveOn };
}

function idOf({ about, key }: Compared): string {
  return `${about} ${key}`;
}

/** The row with the latest start. */
function newest(rows: readonly [Compared, ...Compared[]] | readonly Compared[]): Compared {
  const [first] = rows.toSorted((one, other) => ((one.effectiveOn ?? '') < (other.effectiveOn ?? '') ? 1 : -1));
  if (!first) throw new Error('There is nothing to compare');
  return first;
}

function compare({ kind, definition }: LawRow): Compared[] {
  switch (kind) {
    case 'professional-tax':
      return [compareTax(EditionProfessionalTax.parse(definition))];
    case 'welfare-fund':
      return [compareFund(EditionWelfareFund.parse(definition))];
    case 'late-cost':
      return [compareRule(EditionLateCost.parse(definition))];
    case 'code-rule':
      return [compareStage(EditionCodeRule.parse(definition))];
    case 'holiday':
      return []; // A holiday costs nothing and moves no legal day.
  }
}

function compareTax({ key, state, validFrom, validUntil, value, source }: EditionProfessionalTax): Compared {
  return {
    about: 'professional-tax',
    ...{ key, state, validUntil, source },
    title: `Professional tax in ${stateLabel(state)}`,
    itemKey: null,
    effectiveOn: validFrom,
    substance: value,
    words: describeProfessionalTax(value),
  };
}

function compareFund({
  key,
  state,
  validFrom,
  validUntil,
  value,
  source,
  fund,
  itemKey,
}: EditionWelfareFund): Compared {
  return {
    about: 'welfare-fund',
    ...{ key, state, validUntil, source, itemKey },
    title: `${fund} in ${stateLabel(state)}`,
    effectiveOn: validFrom,
    substance: value,
    words: describeWelfareFund(value),
  };
}

function compareRule(rule: EditionLateCost): Compared {
  const { key, title, source, itemKeys, validFrom, validUntil } = rule;
  const { kind, rate, bands, apply, months, cap, grace, countedFrom } = rule;
  return {
    about: 'late-cost',
    ...{ key, title, source, validUntil },
    state: ALL_STATES,
    itemKey: itemKeys[0] ?? null,
    effectiveOn: validFrom,
    substance: { kind, rate, bands, apply, months, cap, grace, countedFrom },
    words: describeRule(rule),
  };
}

function compareStage({ state, code, stage, stageSince, source }: EditionCodeRule): Compared {
  return {
    about: 'code-rule',
    key: `${code} ${state}`,
    title: `${nameOfCode(code)}: rules of ${whose(state)}`,
    ...{ state, source },
    itemKey: null,
    effectiveOn: stageSince,
    validUntil: null,
    substance: stage,
    words: STAGE_WORDS[stage],
  };
}

function whose(state: StateOrAll): string {
  return state === ALL_STATES ? 'the Union' : stateLabel(state);
}
