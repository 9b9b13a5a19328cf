/** What becomes of something that the law says (R-law-11). */
export const LAW_CHANGES = [
  'added',
  'ended',
  'merged',
  'moved',
  'reach-changed',
  'rate-changed',
  'stage-changed',
] as const;

export type LawChangeKind = (typeof LAW_CHANGES)[number];

/** What a company may be told in place of `reach-changed`, besides `added` and `ended` (R-law-17). */
export const MAY_APPLY = 'may-apply';

/** What an administrator did to one occurrence of an obligation (R-law-16). */
export const EXTENSION_CHANGES = ['extended', 'taken-back'] as const;

/** Each change in words, as the page and the feed say it. */
export const LAW_CHANGE_WORDS: Readonly<
  Record<LawChangeKind | typeof MAY_APPLY | (typeof EXTENSION_CHANGES)[number], string>
> = {
  added: 'New',
  ended: 'Ended',
  merged: 'Merged',
  moved: 'Moved',
  'reach-changed': 'For other companies',
  'may-apply': 'May apply',
  'rate-changed': 'Rate changed',
  'stage-changed': 'Stage changed',
  extended: 'Extended',
  'taken-back': 'Extension taken back',
};

/** What it happened to. */
export const LAW_SUBJECTS = ['item', 'professional-tax', 'welfare-fund', 'late-cost', 'code-rule'] as const;

export type LawSubject = (typeof LAW_SUBJECTS)[number];
