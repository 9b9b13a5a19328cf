import type { State } from './states.ts';

/** A question by whose answer items apply to a company or not, with the words to ask it in (R-applicability-4). */
export interface Condition {
  readonly key: string;
  readonly kind: 'yes-no' | 'nature' | 'city';
  readonly question: string;
  readonly explanation: string;
  readonly answeredFor: 'company' | 'establishment' | 'item';
  readonly answers: readonly ConditionAnswer[];
}

export interface ConditionAnswer {
  readonly key: string;
  readonly name: string;
  /** The only state in which it can be given. */
  readonly state: State | null;
}

/** What an establishment may be: the answers of the question `nature`. */
export const NATURES = [
  'office-or-shop',
  'factory',
  'construction-site',
  'mine-or-dock',
  'plantation',
  'motor-transport',
  'other',
] as const;

/** The key of the question what a place is, which establishments carry as their nature. */
export const NATURE = 'nature';

/** The answers that can be given in a state. */
export function answersIn(state: string, { answers }: Pick<Condition, 'answers'>): readonly ConditionAnswer[] {
  return answers.filter((answer) => answer.state === null || answer.state === state);
}
