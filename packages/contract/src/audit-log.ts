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

export const listAuditLog = defineCall({
  method: 'GET',
  path: '/audit-log',
  noun: 'audit-log',
  summary: 'One page of who did what to whom and when, newest first',
  access: 'administrator',
  query: z.object({ ...filters, page: PageNumber, limit: pageSize(20) }),
  answers: { 200: success(z.object({ entries: z.array(AuditEntry), pagination: BoundedPagination })) },
});

export const exportAuditLog = defineCall({
  method: 'GET',
  path: '/audit-log/export',
  noun: 'audit-log',
  summary: 'The entries as CSV, newest first; the export is an entry itself',
  access: 'administrator',
  query: AuditFilters,
  answers: { 200: z.string() },
});
