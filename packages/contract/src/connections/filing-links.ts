import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { asItComes, calendarDay, Id, Instant, IsoDay, LIMITS, optionalText, orNone } from '../wire/primitives.ts';

/** The secret of a mailed link, which stands behind its `#`. */
const Token = asItComes('This link is not complete').min(1, 'This link is not complete').max(200);

/** What a link is about, before anything is recorded (R-filing-links-2). */
const FilingPreview = z.object({
  /** Whose link it is, and who therefore records. */
  person: z.object({ firstName: z.string(), lastName: z.string() }),
  companyId: Id,
  companyName: z.string(),
  itemId: Id,
  title: z.string(),
  act: z.string(),
  /** The nominal day, under which it is recorded, and the legal one. */
  day: IsoDay,
  legalDay: IsoDay,
  /** Whether what is recorded waits until somebody has checked it. */
  isChecked: z.boolean(),
  /** Whether a reason is asked for, as a link has no evidence. */
  evidenceRequired: z.boolean(),
  expiresAt: Instant,
});
export type FilingPreview = z.infer<typeof FilingPreview>;

/** What a person says with the link; the day of filing is today unless said otherwise. */
export const FiledByMail = z.object({
  token: Token,
  filedOn: orNone(calendarDay()),
  number: optionalText(LIMITS.name),
  noEvidenceReason: optionalText(LIMITS.line),
});
export type FiledByMail = z.infer<typeof FiledByMail>;

const Filed = z.object({ outcome: z.enum(['recorded', 'waiting']) });

export const previewFiling = defineCall({
  id: 'previewFiling',
  method: 'POST',
  path: '/mail/filed/preview',
  noun: 'filing-links',
  summary: 'What a mailed link says is filed, of whom and where; looking changes nothing',
  access: 'public',
  body: z.object({ token: Token }),
  answers: { 200: success(FilingPreview) },
});

export const fileByMail = defineCall({
  id: 'fileByMail',
  method: 'POST',
  path: '/mail/filed',
  noun: 'filing-links',
  summary: 'Record by a mailed link, once, that its occurrence is filed',
  access: 'public',
  body: FiledByMail,
  answers: { 201: success(Filed) },
});

/** Whether the people of a company may file from mails. */
export const FilingPolicy = z.object({ allowed: z.boolean({ error: 'Please say whether it is allowed' }) });
export type FilingPolicy = z.infer<typeof FilingPolicy>;

export const readFilingPolicy = defineCall({
  id: 'readFilingPolicy',
  method: 'GET',
  path: '/mail/filed/policy',
  noun: 'filing-links',
  summary: 'Whether the people of the company may say by a mailed link that something is filed',
  access: 'filing-links.read-policy',
  answers: { 200: success(FilingPolicy) },
});

export const changeFilingPolicy = defineCall({
  id: 'changeFilingPolicy',
  method: 'PUT',
  path: '/mail/filed/policy',
  noun: 'filing-links',
  summary: 'Switch filing from mails on or off for the company; links that were mailed end with it',
  access: 'filing-links.change-policy',
  body: FilingPolicy,
  answers: { 200: success(FilingPolicy) },
});
