import { formatDay, storedDay } from '@anupalan/domain/calendar-day';

/**
 * Why something that is recorded is in no figure (R-exports-7): somebody said that the obligation does not apply, the
 * company's states, headcount and answers leave it out, it has ended, or it doesn't fall due on that day.
 */
export type Outside =
  | {
      readonly kind: 'said';
      /** The ISO day on which it was said, in India; and the last one for which it was. */
      readonly since: string;
      readonly until: string | null;
      /** Who said it; null once they were erased. */
      readonly by: string | null;
      readonly reason: string;
    }
  | { readonly kind: 'judged' | 'ended' | 'no-due-day' };

/** How a line that is outside stands, before how it would stand. */
export const STANDING_OUTSIDE: Readonly<Record<Outside['kind'], string>> = {
  said: 'Does not apply',
  judged: 'Does not apply',
  ended: 'Ended',
  'no-due-day': 'No due day',
};

/** Why something is outside, in words: since when, by whom, why. */
export function describeOutside(outside: Outside): string {
  if (outside.kind !== 'said') return WORDS[outside.kind];
  const { since, until, by, reason } = outside;
  const last = until === null ? '' : ` to ${formatIso(until)}`;
  return `since ${formatIso(since)}${last}, by ${by ?? 'somebody who was erased'}: ${onOneLine(reason)}`;
}

const WORDS: Readonly<Record<Exclude<Outside['kind'], 'said'>, string>> = {
  judged: 'by the states, the headcount and the answers of the company as they are now',
  ended: 'it has ended in the catalogue, and falls due no more',
  'no-due-day': 'it was recorded for a day on which it does not fall due now',
};

/** Of several lines one: what stands below it is nobody's reason. */
function onOneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

function formatIso(day: string): string {
  return formatDay(storedDay(day));
}

interface Named {
  readonly title: string;
  readonly act: string;
  readonly outside: Outside | null;
}

/** What a register says below its lines of obligations that do not apply: those said so, and those that it has lines of. */
export class OutsideSection {
  readonly title = 'Said not to apply: since, by whom, why';
  readonly #lines = new Set<string>();

  /** Begins with what somebody said, whether or not anything of it is recorded. */
  constructor(items: Iterable<Named> = []) {
    for (const item of items) if (item.outside?.kind === 'said') this.add(item);
  }

  /** Adds what a line is of. A day that is none is told by its line alone. */
  add({ title, act, outside }: Named): void {
    if (outside === null || outside.kind === 'no-due-day') return;
    this.#lines.add(`${title} (${act}): ${describeOutside(outside)}`);
  }

  get lines(): readonly string[] {
    return [...this.#lines];
  }
}
