import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import type { AssignmentOfScope, Colleague } from '@anupalan/contract/people/assignments';
import { isAwayOn, workerOf } from '@anupalan/domain/assignments';
import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import { fullNameOf } from '../../lib/text/person-name.ts';

/** Choices of whose items the table shows (R-checks-17). */
export const PERSON_CHOICES = ['all', 'mine', 'my-work', 'not-assigned', 'by-item'] as const;

export type PersonChoice = (typeof PERSON_CHOICES)[number];

export const PERSON_LABELS: Readonly<Record<PersonChoice, string>> = {
  all: 'Everybody',
  mine: 'Mine',
  'my-work': 'My work',
  'not-assigned': 'Not assigned',
  'by-item': 'Set by item',
};

/** Item as assignments are asked for. */
type Assigned = Pick<ComplianceItem, '_id' | 'actId' | 'assignment'>;

/** The people of a company of several, with what was set of who is responsible. */
export class Colleagues {
  readonly people: readonly Colleague[];
  readonly #viewerId: string;
  readonly #byId: ReadonlyMap<string, Colleague>;
  /** Ids of the items and acts that somebody is responsible for by more than the company's default. */
  readonly #assigned: ReadonlySet<string>;
  readonly #lines: ReadonlyMap<string | null, AssignmentOfScope>;
  readonly #today: Temporal.PlainDate;

  constructor(
    { people, lines }: { readonly people: readonly Colleague[]; readonly lines: readonly AssignmentOfScope[] },
    { viewerId, today }: { readonly viewerId: string; readonly today: Temporal.PlainDate },
  ) {
    this.people = people;
    this.#viewerId = viewerId;
    this.#today = today;
    this.#byId = new Map(people.map((person) => [person.userId, person]));
    this.#lines = new Map(lines.map((line) => [line.id, line]));
    this.#assigned = new Set(lines.flatMap(({ id, responsible }) => (id !== null && responsible !== null ? [id] : [])));
  }

  find(userId: string | null): Colleague | null {
    return (userId !== null && this.#byId.get(userId)) || null;
  }

  nameOf(userId: string): string {
    const person = this.#byId.get(userId);
    return person ? fullNameOf(person) : 'Somebody who left';
  }

  /** Whether somebody is away today. */
  isAway(userId: string): boolean {
    const away = this.#byId.get(userId)?.away;
    const from = away && parseCalendarDay(away.from);
    const to = away && parseCalendarDay(away.to);
    return Boolean(from && to && isAwayOn({ from, to }, this.#today));
  }

  /** Whether an item is among those of a choice (R-checks-17). */
  isChosen({ _id, actId, assignment }: Assigned, choice: PersonChoice): boolean {
    switch (choice) {
      case 'all':
        return true;
      case 'mine':
        return assignment.responsible === this.#viewerId;
      case 'my-work':
        return workerOf(assignment, (userId) => this.isAway(userId)) === this.#viewerId;
      case 'not-assigned':
        return !this.#assigned.has(_id) && !this.#assigned.has(actId);
      case 'by-item':
        return isSaying(this.#lines.get(_id));
    }
  }

  /** Whether a done of an item needs evidence, by the most specific scope that says so or otherwise (R-checks-20). */
  requiresEvidence({ _id, actId }: Pick<Assigned, '_id' | 'actId'>): boolean {
    const required = [_id, actId, null].map((id) => this.#lines.get(id)?.evidenceRequired ?? null);
    return required.find((one) => one !== null) ?? false;
  }
}

/** Whether a line says anything of its scope: one that a manager emptied may be kept without a word. */
export function isSaying(line: AssignmentOfScope | undefined): boolean {
  if (!line) return false;
  const { responsible, deputy, checker, evidenceRequired, checkerGone } = line;
  return checkerGone === true || [responsible, deputy, checker, evidenceRequired].some((said) => said !== null);
}
