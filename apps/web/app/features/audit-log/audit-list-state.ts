import type { AuditNoun } from '@anupalan/contract/audit-log';
import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import { z } from 'zod';
import { readPage, readParam } from '../../lib/address-state.ts';
import { AUDIT_NOUNS } from './describe-entry.ts';

/** Which page of which entries is shown, as the address has it; days as `2026-12-15`. */
export type AuditListState = Readonly<{
  page: number;
  /** Who acted, and on whom. */
  actor: string | undefined;
  subject: string | undefined;
  noun: AuditNoun | undefined;
  from: string | undefined;
  to: string | undefined;
}>;

const Day = z.string().transform((text) => parseCalendarDay(text)?.toString());

/** What can't be is left out: an address comes from anybody. */
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
