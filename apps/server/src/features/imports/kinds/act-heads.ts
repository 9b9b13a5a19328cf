/** The column of an act, with the heads by which it is known. */
export const ACT_HEADS = {
  key: 'act',
  title: 'Act',
  synonyms: ['Act name', 'Law', 'Statute', 'अधिनियम'],
  reads: 'text',
} as const;

/** The same of an obligation. */
export const OBLIGATION_HEADS = {
  key: 'title',
  title: 'Obligation',
  synonyms: ['Title', 'Compliance', 'Compliance item', 'Name', 'Task', 'दायित्व'],
  reads: 'text',
  required: true,
} as const;
