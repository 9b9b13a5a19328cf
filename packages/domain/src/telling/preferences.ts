/** The kinds of messages that a person switches on and off (R-messages-1). */
export const CHOSEN_KINDS = ['digest', 'monday', 'custom', 'escalation'] as const;
export type ChosenKind = (typeof CHOSEN_KINDS)[number];

/** The kinds as headings: `Daily digest`. */
export const KIND_LABELS: Readonly<Record<ChosenKind, string>> = {
  digest: 'Daily digest',
  monday: 'Monday summary',
  custom: 'Custom reminders',
  escalation: 'Escalations',
};

/** The kinds in the middle of a sentence: `Switch off the daily digest`. */
export const KIND_NAMES: Readonly<Record<ChosenKind, string>> = {
  digest: 'the daily digest',
  monday: 'the Monday summary',
  custom: 'custom reminders',
  escalation: 'escalations',
};

export const EARLIEST_HOUR = 6;
export const LATEST_HOUR = 22;

/** What somebody is told; `hour` is that of the digest and the Monday summary, in India. */
export interface Preferences {
  readonly hour: number;
  readonly kinds: Readonly<Record<ChosenKind, boolean>>;
}

/** A person's own choices; null is what they left to the company. */
export interface Choices {
  readonly hour: number | null;
  readonly kinds: Readonly<Record<ChosenKind, boolean | null>>;
}

/** What holds where neither the person nor the company chose (R-messages-2). */
export const USUAL_PREFERENCES: Preferences = {
  hour: 8,
  kinds: { digest: true, monday: true, custom: true, escalation: true },
};

/** What a person is told about a company: their own choice, else the company's, else the usual (R-messages-2). */
export function preferencesIn(own: Choices | undefined, company: Preferences = USUAL_PREFERENCES): Preferences {
  return {
    hour: own?.hour ?? company.hour,
    kinds: {
      digest: own?.kinds.digest ?? company.kinds.digest,
      monday: own?.kinds.monday ?? company.kinds.monday,
      custom: own?.kinds.custom ?? company.kinds.custom,
      escalation: own?.kinds.escalation ?? company.kinds.escalation,
    },
  };
}
