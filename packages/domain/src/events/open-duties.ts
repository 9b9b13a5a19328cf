import { type Applicability, appliesAt, type OpenQuestion } from '../applicability.ts';
import type { CompanyReach } from '../company-reach.ts';
import { ALL_STATES, type StateOrAll } from '../states.ts';
import type { Standing } from './duty.ts';
import { type DutyRule, THRESHOLD } from './event-kind.ts';

/** An event as it is decided by which duties it opens. */
export interface OpeningEvent {
  readonly kind: string;
  readonly state: StateOrAll;
  /** Null: the company as a whole, or any place in the state. */
  readonly establishmentId: string | null;
  readonly number: number | null;
  /** The highest number that an earlier event of this kind reached at the same establishment; null without one. */
  readonly reachedBefore: number | null;
}

/** A duty that an event opens, offers, or would open with a higher number. */
export interface OpenedDuty {
  readonly rule: DutyRule;
  readonly standing: Exclude<Standing, 'declined'>;
  /** The question that decides whether it is for the company at all, where nobody has answered it. */
  readonly question: OpenQuestion | null;
}

/**
 * The duties of a kind that an event opens as the law and the company stand (R-events-7): those for all of India and
 * those of its state. One with a condition is offered, and so is one whose question nobody has answered: it is better to
 * ask than to miss a deadline of hours.
 */
export function openDuties(
  rules: readonly DutyRule[],
  event: OpeningEvent,
  company: CompanyReach | null,
): OpenedDuty[] {
  return rules.flatMap((rule): OpenedDuty[] => {
    if (rule.kind !== event.kind || !isOfState(rule, event.state)) return [];
    const judged = judge(rule, event, company);
    if (judged.outcome === 'does-not-apply') return [];
    const question = judged.outcome === 'may-apply' ? judged.question : null;
    return [{ rule, standing: standingOf(rule, event, question), question }];
  });
}

function isOfState({ state }: DutyRule, eventState: StateOrAll): boolean {
  return state === ALL_STATES || state === eventState;
}

/** What goes by the number of the event doesn't go by the company's headcount as well (R-events-9). */
function judge(rule: DutyRule, event: OpeningEvent, company: CompanyReach | null): Applicability {
  const limits = event.kind === THRESHOLD ? { minEmployees: 0, maxEmployees: 0 } : {};
  return appliesAt({ ...rule, id: rule.key, ...limits }, company, {
    state: event.state,
    establishmentId: event.establishmentId,
  });
}

function standingOf(rule: DutyRule, event: OpeningEvent, question: OpenQuestion | null): OpenedDuty['standing'] {
  if (event.kind === THRESHOLD && !isReachedFirst(rule.minEmployees, event)) return 'below';
  return rule.condition !== null || question !== null ? 'offered' : 'open';
}

/** Whether an event reaches a limit for the first time (R-events-9). */
export function isReachedFirst(
  limit: number,
  { number, reachedBefore }: Pick<OpeningEvent, 'number' | 'reachedBefore'>,
): boolean {
  return (number ?? 0) >= limit && (reachedBefore === null || reachedBefore < limit);
}
