import { ALL_STATES, type StateOrAll, stateLabel } from './states.ts';

/** The companies an item is for. A bound of 0 employees is no bound (R-tracker-3). */
export interface ApplicabilityRule {
  readonly state: StateOrAll;
  readonly minEmployees: number;
  readonly maxEmployees: number;
}

/** A company as the rules see it; `states` are the primary and the additional ones. */
export interface CompanyReach {
  readonly employeeCount: number;
  readonly states: readonly StateOrAll[];
  /** Set when the plan has no more states than the primary one: "all states" names none of them (R-tracker-31). */
  readonly onlyNamedStates?: boolean;
}

/** The reason why an item applies to a company or does not. `employeeCount` is null for a viewer without a company. */
export interface ApplicabilityReason {
  readonly rule: ApplicabilityRule;
  readonly stateMatches: boolean;
  readonly headcountMatches: boolean;
  readonly employeeCount: number | null;
}

/** Whether an item passes the dashboard's state filter; `-` is "All States" (R-tracker-19). */
export function matchesStateFilter(rule: Pick<ApplicabilityRule, 'state'>, selected: StateOrAll): boolean {
  return selected === ALL_STATES || rule.state === ALL_STATES || rule.state === selected;
}

/**
 * Whether an item is for a company, by state and by headcount (R-tracker-3). A viewer without a company has given
 * nothing to filter by and sees every item.
 */
export function applies(rule: ApplicabilityRule, company: CompanyReach | null): boolean {
  return company === null || (isInStates(rule, company) && fitsHeadcount(rule, company.employeeCount));
}

/** The result of {@link applies} with its reason, for "why it applies" (R-tracker-29). */
export function explainApplicability(rule: ApplicabilityRule, company: CompanyReach | null): ApplicabilityReason {
  return {
    rule,
    stateMatches: company === null || isInStates(rule, company),
    headcountMatches: company === null || fitsHeadcount(rule, company.employeeCount),
    employeeCount: company?.employeeCount ?? null,
  };
}

/** The reason in one line for people: "Maharashtra, 20 or more employees; yours: 120" (R-tracker-29). */
export function describeApplicability({ rule, employeeCount }: ApplicabilityReason): string {
  const hasBound = rule.minEmployees > 0 || rule.maxEmployees > 0;
  const yours = hasBound && employeeCount !== null ? `; yours: ${employeeCount}` : '';
  return `${stateLabel(rule.state)}, ${describeHeadcount(rule)}${yours}`;
}

/**
 * Whether a company has a rule's state. One that names no state, or "all states", has every state, unless more states
 * than one are not in its plan: then it has only what is for every state.
 */
function isInStates(rule: ApplicabilityRule, { states, onlyNamedStates = false }: CompanyReach): boolean {
  if (rule.state === ALL_STATES || states.includes(rule.state)) return true;
  return !onlyNamedStates && (states.length === 0 || states.includes(ALL_STATES));
}

function fitsHeadcount({ minEmployees, maxEmployees }: ApplicabilityRule, employeeCount: number): boolean {
  return employeeCount >= minEmployees && (maxEmployees === 0 || employeeCount <= maxEmployees);
}

function describeHeadcount({ minEmployees, maxEmployees }: ApplicabilityRule): string {
  if (minEmployees > 0 && maxEmployees > 0) return `${minEmployees} to ${maxEmployees} employees`;
  if (minEmployees > 0) return `${minEmployees} or more employees`;
  if (maxEmployees > 0) return `up to ${maxEmployees} employees`;
  return 'any number of employees';
}
