import { type Answers, type CompanyReach, hasState, headcountIn, type Place, placesIn } from './company-reach.ts';
import { ALL_STATES, type StateOrAll, stateLabel } from './states.ts';

/**
 * A question whose answer an item asks for: one of `is`, or none of `isNot`. Its words are in the catalogue's
 * conditions; it carries what decides where nobody has answered (R-applicability-4).
 */
export interface Requirement {
  readonly key: string;
  readonly is?: readonly string[] | undefined;
  readonly isNot?: readonly string[] | undefined;
  /** Whether one answer counts for the company, one for each establishment, or one for the item. */
  readonly answeredFor: 'company' | 'establishment' | 'item';
  /** The answer that is assumed as long as there is none. */
  readonly assumed: string;
  /** The headcount from which on yes is assumed instead. */
  readonly assumeYesFrom: number | null;
}

/** The companies an item is for. A bound of 0 employees is no bound (R-tracker-3). */
export interface ApplicabilityRule {
  /** The item's id, by which answers that count for one item are found. */
  readonly id?: string;
  readonly state: StateOrAll;
  readonly minEmployees: number;
  readonly maxEmployees: number;
  /** The requirements that must all hold; none asks nothing. */
  readonly conditions?: readonly Requirement[];
  /** The requirement by which the item also applies below its lower bound. */
  readonly belowLimit?: Requirement | null;
}

/** The question that decides whether an item applies. */
export interface OpenQuestion {
  readonly key: string;
  /** The establishment it is asked of; null for the company, and for a state without an establishment. */
  readonly establishmentId: string | null;
  readonly state: StateOrAll;
}

/** Whether an item applies to a company (R-applicability-3). */
export type Applicability =
  | { readonly outcome: 'applies' | 'does-not-apply' }
  | { readonly outcome: 'may-apply'; readonly question: OpenQuestion };

/** The reason why an item applies to a company or does not. `employeeCount` is null for a viewer without a company. */
export interface ApplicabilityReason {
  readonly rule: ApplicabilityRule;
  readonly stateMatches: boolean;
  readonly headcountMatches: boolean;
  readonly employeeCount: number | null;
}

const APPLIES: Applicability = { outcome: 'applies' };
const DOES_NOT_APPLY: Applicability = { outcome: 'does-not-apply' };

/** Whether an item passes the dashboard's state filter; `-` is "All States" (R-tracker-19). */
export function matchesStateFilter(rule: Pick<ApplicabilityRule, 'state'>, selected: StateOrAll): boolean {
  return selected === ALL_STATES || rule.state === ALL_STATES || rule.state === selected;
}

/**
 * Whether an item is for a company: by state and headcount (R-tracker-3, R-applicability-2), then by its conditions,
 * all of which one establishment must meet; the one with the best outcome decides (R-applicability-3). A viewer without
 * a company has given nothing to filter by and sees every item.
 */
export function applies(rule: ApplicabilityRule, company: CompanyReach | null): Applicability {
  return company === null ? APPLIES : judgeIn(() => placesIn(rule.state, company), rule, company);
}

/**
 * Whether what happened at a place concerns a company: as {@link applies}, judged at that establishment, or without one
 * at those of the state alone (R-events-7).
 */
export function appliesAt(
  rule: ApplicabilityRule,
  company: CompanyReach | null,
  at: { readonly state: StateOrAll; readonly establishmentId: string | null },
): Applicability {
  if (company === null) return APPLIES;
  const isMeant = ({ id }: Place) => at.establishmentId === null || id === at.establishmentId;
  return judgeIn(() => placesIn(at.state, company).filter(isMeant), rule, company);
}

function judgeIn(listPlaces: () => readonly Place[], rule: ApplicabilityRule, company: CompanyReach): Applicability {
  if (!hasState(rule.state, company)) return DOES_NOT_APPLY;
  const headcount = headcountIn(rule.state, company);
  const needs = requirementsAt(rule, headcount);
  if (needs === null) return DOES_NOT_APPLY;
  if (needs.length === 0) return APPLIES;
  const itemAnswers = company.itemAnswers?.get(rule.id ?? '') ?? {};
  let open: Applicability | null = null;
  for (const place of listPlaces()) {
    const at = judgeAt(place, needs, { company, itemAnswers, headcount });
    if (at.outcome === 'applies') return at;
    if (at.outcome === 'may-apply') open ??= at;
  }
  return open ?? DOES_NOT_APPLY;
}

/** The reason by state and headcount of {@link applies}, for "why it applies" (R-tracker-29). */
export function explainApplicability(rule: ApplicabilityRule, company: CompanyReach | null): ApplicabilityReason {
  const employeeCount = company && headcountIn(rule.state, company);
  return {
    rule,
    stateMatches: company === null || hasState(rule.state, company),
    headcountMatches: employeeCount === null || requirementsAt(rule, employeeCount) !== null,
    employeeCount,
  };
}

/** The reason in one line for people: "Maharashtra, 20 or more employees; yours: 120" (R-tracker-29). */
export function describeApplicability({ rule, employeeCount }: ApplicabilityReason): string {
  const hasBound = rule.minEmployees > 0 || rule.maxEmployees > 0;
  const yours = hasBound && employeeCount !== null ? `; yours: ${employeeCount}` : '';
  return `${stateLabel(rule.state)}, ${describeHeadcount(rule)}${yours}`;
}

/** What an item asks of a company of so many people; null when that is too few, or too many. */
function requirementsAt(rule: ApplicabilityRule, headcount: number): readonly Requirement[] | null {
  const { minEmployees, maxEmployees, conditions = [], belowLimit = null } = rule;
  if (maxEmployees !== 0 && headcount > maxEmployees) return null;
  if (headcount >= minEmployees) return conditions;
  return belowLimit && [...conditions, belowLimit];
}

interface Circumstances {
  readonly company: CompanyReach;
  readonly itemAnswers: Answers;
  readonly headcount: number;
}

function judgeAt(place: Place, needs: readonly Requirement[], circumstances: Circumstances): Applicability {
  let open: Applicability | null = null;
  for (const need of needs) {
    const given = answerTo(need, place, circumstances);
    if (isMetBy(need, given ?? assumedAnswer(need, circumstances.headcount))) continue;
    if (given !== undefined) return DOES_NOT_APPLY;
    const establishmentId = need.answeredFor === 'establishment' ? place.id : null;
    open ??= { outcome: 'may-apply', question: { key: need.key, establishmentId, state: place.state } };
  }
  return open ?? APPLIES;
}

function answerTo({ key, answeredFor }: Requirement, place: Place, { company, itemAnswers }: Circumstances) {
  if (answeredFor === 'establishment') return place.answers[key];
  return answeredFor === 'item' ? itemAnswers[key] : company.answers?.[key];
}

function isMetBy({ is, isNot }: Requirement, answer: string): boolean {
  return (is?.includes(answer) ?? true) && !isNot?.includes(answer);
}

function assumedAnswer({ assumed, assumeYesFrom }: Requirement, headcount: number): string {
  return assumeYesFrom !== null && headcount >= assumeYesFrom ? 'yes' : assumed;
}

/** The bounds of an item in words: "20 or more employees". */
export function describeHeadcount({ minEmployees, maxEmployees }: ApplicabilityRule): string {
  if (minEmployees > 0 && maxEmployees > 0) return `${minEmployees} to ${maxEmployees} employees`;
  if (minEmployees > 0) return `${minEmployees} or more employees`;
  if (maxEmployees > 0) return `up to ${maxEmployees} employees`;
  return 'any number of employees';
}
