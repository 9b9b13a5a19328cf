import type { Format } from './format.ts';

/** The words that both files of a format share, from its laws to its small print. */
export interface Words {
  /** The laws in one line, under the title. */
  readonly under: string;
  /** The laws with what each asks for. */
  readonly asked: readonly string[];
  readonly notes: readonly string[];
  readonly foot: string;
}

/** Every format is to be checked by whoever uses it. */
const CAUTION =
  'This format is a help for employers and no legal advice. It was checked on 20 November 2026. Where the rules of ' +
  'the Centre or of your state prescribe a form for this, use that form, or add what it has and this one lacks.';

export function wordsOf({ laws, notes, title }: Format): Words {
  return {
    under: `Under the ${laws.map(({ act, section }) => `${act}, ${section}`).join('; ')}`,
    asked: laws.map(({ act, section, asks }) => `${act}, ${section}: ${asks}`),
    notes: [...notes, CAUTION],
    foot: title,
  };
}

/** What stands before each of several sentences. */
export function numberOf(at: number): string {
  return `${at + 1}.`;
}
