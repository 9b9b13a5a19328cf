import { type Dues, duesAround } from '@anupalan/domain/company-summary';
import type { Schedule } from '@anupalan/domain/occurrence';

/** What a schedule follows from, as text: the same for companies for which it moves alike, and who see the same days. */
export function keyOfSchedule({ first, frequency, moved, within }: Schedule): string {
  const moves = moved ? Array.from(moved, ([day, legal]) => ` ${day}>${legal}`).join('') : '';
  return `${first} ${frequency}${moves}${within ? ` ${within.from} ${within.to}` : ''}`;
}

/** The due days of schedules, each computed once. */
export class DuesOfSchedules {
  readonly #today: Temporal.PlainDate;
  readonly #known = new Map<string, Dues>();

  constructor(today: Temporal.PlainDate) {
    this.#today = today;
  }

  of(schedule: Schedule): Dues {
    const key = keyOfSchedule(schedule);
    const known = this.#known.get(key) ?? duesAround(schedule, this.#today);
    this.#known.set(key, known);
    return known;
  }
}
