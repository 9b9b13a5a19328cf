import { z } from 'zod';
import { defineCall } from './wire/call.ts';
import { success } from './wire/envelope.ts';
import {
  BoundedPagination,
  calendarDay,
  Id,
  Instant,
  optionalText,
  orNone,
  PageNumber,
  pageSize,
} from './wire/primitives.ts';

/** The actions that are recorded, by noun; a new one needs words on the screen too. */
const AUDIT_VERBS = {
  auth: [
    'sign-in',
    'sign-out',
    'sign-up',
    'enter-password',
    'ask-sign-in-code',
    'ask-sign-up-code',
    'ask-password-reset',
    'reset-password',
    'reauthenticate',
    'fail-reauthenticate',
    'fail-sign-in',
    'fail-sign-up',
    'fail-password-reset',
    'fail-email-change',
  ],
  users: [
    'create-first-administrator',
    'set-up',
    'update',
    'request-email-change',
    'change-email',
    'stop-email-change',
    'undo-email-change',
    'fail-undo-email-change',
    'change-password',
    'fail-change-password',
    'end-session',
    'end-sessions',
    'change-role',
    'change-status',
    'impersonate',
    'end-impersonation',
    'delete',
    'download-data',
  ],
  'calendar-feeds': ['create', 'delete'],
  passkeys: ['add', 'rename', 'remove', 'renew-recovery-codes', 'forget'],
  companies: ['register', 'create', 'update', 'add-state', 'remove-state', 'delete', 'export', 'import'],
  handovers: ['appoint'],
  plans: ['upgrade', 'downgrade', 'expire', 'refund'],
  acts: ['create', 'update', 'delete'],
  'compliance-fields': ['create', 'update', 'delete'],
  'compliance-items': ['create', 'update', 'delete', 'import', 'load-edition'],
  extensions: ['publish', 'take-back'],
  'status-history': ['change-note', 'delete-note'],
  reminders: ['create', 'acknowledge', 'delete'],
  'payment-dates': ['create', 'delete'],
  'submission-dates': ['create', 'delete'],
  'hr-documents': ['create', 'update', 'delete', 'load-formats'],
  contact: ['update', 'delete'],
  'job-postings': ['update', 'delete'],
  'audit-log': ['export'],
} as const;

export type AuditNoun = keyof typeof AUDIT_VERBS;
export type AuditVerb<N extends AuditNoun> = (typeof AUDIT_VERBS)[N][number];
export type AuditAction = { [N in AuditNoun]: `${N}.${AuditVerb<N>}` }[AuditNoun];

/** A person in the log: the name is today's, null when the person was erased. */
export const Participant = z.object({ _id: z.string(), name: z.string().nullable() });

export const AuditEntry = z.object({
  _id: Id,
  at: Instant,
  /** The user in whose name it was done, also while impersonating; null when nobody was signed in. */
  actor: Participant.nullable(),
  /** The administrator who really acted, while impersonating (R-users-27). */
  impersonator: Participant.nullable(),
  /** The action as `noun.verb`, such as `acts.update`. */
  action: z.string(),
  noun: z.string(),
  /** The thing it was done to; only users have a name here. */
  subject: Participant.nullable(),
  /** Ids and figures, by the kind of action. */
  details: z.record(z.string(), z.unknown()),
  /** The session and the request that it was done with; null where there was none (R-audit-log-20). */
  sessionId: z.string().nullable(),
  requestId: z.string().nullable(),
  /** From where it was done; null when nobody called, and once it is forgotten (R-audit-log-20). */
  address: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const filters = {
  /** The person who acted, in their own or in another's name. */
  actor: orNone(z.uuid('Actor must be an id')),
  /** The thing that was acted on. */
  subject: orNone(z.uuid('Subject must be an id')),
  action: optionalText(),
  noun: optionalText(),
  /** The first and the last day of the entries (UTC). */
  from: orNone(calendarDay()),
  to: orNone(calendarDay()),
};

export const AuditFilters = z.object(filters);
export type AuditFilters = z.infer<typeof AuditFilters>;

/** The people that the entries are narrowed to by the filters. */
export const AuditPeople = z.object({ actor: Participant.nullable(), subject: Participant.nullable() });
export type AuditPeople = z.infer<typeof AuditPeople>;

export const listAuditLog = defineCall({
  id: 'listAuditLog',
  method: 'GET',
  path: '/audit-log',
  noun: 'audit-log',
  summary: 'One page of who did what to whom and when, newest first',
  access: 'audit-log.read',
  query: z.object({ ...filters, page: PageNumber, limit: pageSize(20) }),
  answers: {
    200: success(z.object({ entries: z.array(AuditEntry), people: AuditPeople, pagination: BoundedPagination })),
  },
});

export const exportAuditLog = defineCall({
  id: 'exportAuditLog',
  method: 'GET',
  path: '/audit-log/export',
  noun: 'audit-log',
  summary: 'The entries as CSV, newest first; the export is an entry itself',
  access: 'audit-log.read',
  query: AuditFilters,
  media: ['text/csv'],
  answers: { 200: z.string() },
});
