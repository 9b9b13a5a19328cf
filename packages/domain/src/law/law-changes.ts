/** What happened to something that the law says (R-law-11). */
export const LAW_CHANGES = ['added', 'ended', 'merged', 'moved', 'rate-changed', 'stage-changed'] as const;

export type LawChangeKind = (typeof LAW_CHANGES)[number];

/** What it happened to. */
export const LAW_SUBJECTS = ['item', 'professional-tax', 'welfare-fund', 'late-cost', 'code-rule'] as const;

export type LawSubject = (typeof LAW_SUBJECTS)[number];
