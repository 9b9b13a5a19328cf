/** What an edition does to something that the law says (R-law-11). */
export const LAW_CHANGES = ['added', 'ended', 'merged', 'moved', 'rate-changed', 'stage-changed'] as const;

export type LawChangeKind = (typeof LAW_CHANGES)[number];

/** What an administrator did to one occurrence of an obligation (R-law-16). */
export const EXTENSION_CHANGES = ['extended', 'taken-back'] as const;

/** What it happened to. */
export const LAW_SUBJECTS = ['item', 'professional-tax', 'welfare-fund', 'late-cost', 'code-rule'] as const;

export type LawSubject = (typeof LAW_SUBJECTS)[number];
