import type { Sent, SentFailure } from '@anupalan/contract/telling/sent';
import { countTries, toFailure } from './sent-source.ts';

/** A line of the mail log as its table has it, but for what the queue gave up. */
export interface LoggedMailRow {
  id: string;
  user_id: string | null;
  subject: string | null;
  address: string | null;
  made_at: Date;
  tried_at: Date;
  state: 'waiting' | 'sent' | 'failed';
  tries: number;
  error: string | null;
}

export function presentLoggedMail(row: LoggedMailRow): Sent {
  return {
    _id: row.id,
    channel: 'notice',
    what: 'Code or notice',
    subject: row.subject,
    to: row.address,
    at: row.tried_at.toISOString(),
    outcome: row.state,
    words: describeOutcome(row),
    next: null,
  };
}

/** What became of a mail, in words for its person (R-messages-14). */
function describeOutcome({ state, tries }: LoggedMailRow): string {
  if (state === 'sent') return 'Sent';
  if (state === 'failed') return 'Not sent: your mail server did not accept it';
  return `Not taken yet, tried ${countTries(tries)}`;
}

export function presentFailedMail(row: LoggedMailRow): SentFailure {
  return toFailure(presentLoggedMail(row), { userId: row.user_id, error: row.error ?? '' });
}
