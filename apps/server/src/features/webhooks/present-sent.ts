import type { Sent, SentFailure } from '@anupalan/contract/telling/sent';
import { countTries, toFailure } from '../messages/sent/sent-source.ts';

/** A call as the lists of what went out read it. */
export interface SentCallRow {
  readonly id: string;
  readonly event: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly tries: number;
  readonly made_at: Date;
  readonly tried_at: Date | null;
  readonly due_at: Date | null;
  readonly status: number | null;
  readonly fault: string | null;
  readonly address: string;
  readonly made_by: string;
}

const OUTCOMES = { waiting: 'waiting', delivered: 'sent', failed: 'failed' } as const;

/** A call among what went out; of its address the host alone. */
export function presentSentCall(row: SentCallRow): Sent {
  const { due_at } = row;
  return {
    _id: row.id,
    channel: 'webhook',
    what: 'Webhook',
    subject: row.event,
    to: new URL(row.address).hostname,
    at: (row.tried_at ?? row.made_at).toISOString(),
    outcome: OUTCOMES[row.state],
    words: describe(row),
    next: due_at === null || due_at.getTime() === 0 ? null : due_at.toISOString(),
  };
}

function describe({ state, tries, status }: SentCallRow): string {
  if (state === 'delivered') return 'Sent';
  if (state === 'failed') return `Given up after ${tries} tries`;
  if (tries === 0) return 'Waits for its turn';
  const said = status === null ? 'No answer' : `Answered ${status}`;
  return `${said}, tried ${countTries(tries)}`;
}

export function presentFailedCall(row: SentCallRow): SentFailure {
  return toFailure(presentSentCall(row), { userId: row.made_by, error: row.fault ?? `Answered ${row.status ?? 0}` });
}
