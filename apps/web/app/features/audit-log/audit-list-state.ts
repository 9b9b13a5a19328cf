import type { AuditNoun } from '@anupalan/contract/audit-log';
import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import { z } from 'zod';
import { readPage, readParam } from '../../lib/address-state.ts';
import { AUDIT_NOUNS } from './describe-entry.ts';

/** Page and filters of the audit log as the address has them; days are ISO (`2026-12-15`). */
export type AuditListState = Readonly<{
  page: number;
  /** Ids of the user who acted and of the user it was done to. */
  actor: string | undefined;
  subject: string | undefined;
  noun: AuditNoun | undefined;
  from: string | undefined;
  to: string | undefined;
}>;

const Day = z.string().transform((text) => parseCalendarDay(text)?.toString());

/** Invalid parameters are dropped: anybody can write an address. */
export function readAuditListState(params: URLSearchParams): AuditListState {
  return {
    page: readPage(params),
    actor: readParam(params, 'actor', z.uuid()),
    subject: readParam(params, 'subject', z.uuid()),
    noun: readParam(params, 'noun', z.enum(AUDIT_NOUNS)),
    from: readParam(params, 'from', Day),
    to: readParam(params, 'to', Day),
  };
}
