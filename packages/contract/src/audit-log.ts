import { z } from 'zod';
import { defineCall } from './call.ts';
import { success } from './envelope.ts';
import {
  BoundedPagination,
  calendarDay,
  Id,
  Instant,
  optionalText,
  orNone,
  PageNumber,
  pageSize,
} from './primitives.ts';

/** Everything that is written down, by noun: whoever adds to it gives the screen words for it too. */
const AUDIT_VERBS = {
  auth: [
    'sign-in',
    'sign-out',
    'sign-up',
    'reset-password',
    'fail-sign-in',
    'fail-sign-up',
    'fail-password-reset',
    'fail-email-change',
  ],
  users: [
    'create-first-administrator',
    'update',
    'request-email-change',
    'change-email',
    'end-session',
    'end-sessions',
    'change-role',
    'change-status',
    'impersonate',
    'end-impersonation',
    'delete',
  ],
  companies: ['register', 'update', 'add-state', 'remove-state'],
  plans: ['upgrade', 'downgrade', 'expire', 'refund'],
  acts: ['create', 'update', 'delete'],
  'compliance-fields': ['create', 'update', 'delete'],
  'compliance-items': ['create', 'update', 'delete', 'load-edition'],
  'status-history': ['change-note', 'delete-note'],
  reminders: ['create', 'acknowledge', 'delete'],
  'payment-dates': ['create', 'delete'],
  'submission-dates': ['create', 'delete'],
  'hr-documents': ['create', 'update', 'delete'],
  contact: ['update', 'delete'],
  'job-postings': ['update', 'delete'],
  'audit-log': ['export'],
} as const;

export type AuditNoun = keyof typeof AUDIT_VERBS;
export type AuditVerb<N extends AuditNoun> = (typeof AUDIT_VERBS)[N][number];
export type AuditAction = { [N in AuditNoun]: `${N}.${AuditVerb<N>}` }[AuditNoun];

/** Somebody in the log: a name as it is today, none when the person was erased. */
export const Participant = z.object({ _id: z.string(), name: z.string().nullable() });

export const AuditEntry = z.object({
  _id: Id,
  at: Instant,
  /** Null when nobody was signed in. While impersonating this is whose name it was done in. */
  actor: Participant.nullable(),
  /** The administrator who really acted, while impersonating. */
  impersonator: Participant.nullable(),
  /** `noun.verb`, such as `acts.update`. */
  action: z.string(),
  noun: z.string(),
  /** What it was done to: only of users is there a name. */
  subject: Participant.nullable(),
  /** Ids and figures, by the kind of action. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const filters = {
  /** Whoever acted, in their own or in another's name. */
  actor: orNone(z.uuid('Actor must be an id')),
  /** What was acted on. */
  subject: orNone(z.uuid('Subject must be an id')),
  action: optionalText(),
  noun: optionalText(),
  /** The first and the last day (UTC). */
  from: orNone(calendarDay()),
  to: orNone(calendarDay()),
};

export const AuditFilters = z.object(filters);
export type AuditFilters = z.infer<typeof AuditFilters>;

/** Whom the entries are narrowed to, as far as they are. */
export const AuditPeople = z.object({ actor: Participant.nullable(), subject: Participant.nullable() });
export type AuditPeople = z.infer<typeof AuditPeople>;

export const listAuditLog = defineCall({
  method: 'GET',
  path: '/audit-log',
  noun: 'audit-log',
  summary: 'One page of who did what to whom and when, newest first',
  access: 'administrator',
  query: z.object({ ...filters, page: PageNumber, limit: pageSize(20) }),
  answers: {
    200: success(z.object({ entries: z.array(AuditEntry), people: AuditPeople, pagination: BoundedPagination })),
  },
});

export const exportAuditLog = defineCall({
  method: 'GET',
  path: '/audit-log/export',
  noun: 'audit-log',
  summary: 'The entries as CSV, newest first; the export is an entry itself',
  access: 'administrator',
  query: AuditFilters,
  media: 'text/csv',
  answers: { 200: z.string() },
});
