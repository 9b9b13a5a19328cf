import type { MessageKindName } from '@anupalan/contract/telling/messages';
import type { OwnPreferences } from '@anupalan/contract/telling/preferences';
import type { Sent, SentFailure } from '@anupalan/contract/telling/sent';
import { KIND_LABELS } from '@anupalan/domain/telling/preferences';
import type { LeftOut } from './commands-take.ts';
import type { PreferencesOfPerson } from './queries-preferences.ts';
import { countTries, toFailure } from './sent/sent-source.ts';

/** A message as its table has it. */
export interface MessageRow {
  id: string;
  user_id: string;
  channel: 'mail' | 'push';
  kind: MessageKindName;
  made_at: Date;
  sent_at: Date | null;
  send_after: Date;
  state: Sent['outcome'];
  subject: string | null;
  address: string | null;
  tries: number;
  error: string | null;
}

/** What messages of a kind are called. */
const LABELS: Readonly<Record<MessageKindName, string>> = {
  ...KIND_LABELS,
  custom: 'Custom reminder',
  escalation: 'Escalation',
  trial: 'Test of your address',
  seal: 'Seal of the month',
  'prepared-file': 'File that you asked for',
};

const LEFT_OUT_WORDS: Readonly<Record<LeftOut, string>> = {
  'nothing-left': 'Not sent: nothing was left to say',
  inactive: 'Not sent: the account was not active',
  unreachable: 'Not sent: mail to your address came back',
  'switched-off': 'Not sent: you had switched it off',
  left: 'Not sent: you had left the company',
  'no-device': 'Not sent: no device of yours took it',
};

/** Who takes what goes out by a channel. */
const REFUSERS = { mail: 'your mail server', push: 'your browser’s push service' } as const;

/** Texts by what a column has, which a newer version may have written. */
const WORDS: ReadonlyMap<string | null, string> = new Map(Object.entries(LEFT_OUT_WORDS));
const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(LABELS));

export function presentSent(row: MessageRow): Sent {
  return {
    _id: row.id,
    channel: row.channel,
    what: NAMES.get(row.kind) ?? row.kind,
    subject: row.subject,
    to: row.address,
    at: (row.sent_at ?? row.made_at).toISOString(),
    outcome: row.state,
    words: describeOutcome(row),
    next: row.state === 'waiting' ? row.send_after.toISOString() : null,
  };
}

/** What became of a message, in words for its person (R-messages-14). */
function describeOutcome({ channel, state, tries, error }: MessageRow): string {
  if (state === 'sent') return 'Sent';
  if (state === 'refused') return 'Your address takes no mail';
  if (state === 'failed') return `Not sent: ${REFUSERS[channel]} did not accept it`;
  if (state === 'skipped') return WORDS.get(error) ?? 'Not sent';
  if (error === null) return tries > 0 ? 'Being sent' : 'Waits for its time';
  return `Not taken yet, tried ${countTries(tries)}`;
}

export function presentFailure(row: MessageRow): SentFailure {
  return toFailure(presentSent(row), { userId: row.user_id, error: row.error ?? '' });
}

export function presentPreferences(of: PreferencesOfPerson): OwnPreferences {
  const { preferences, notReachableSince, ...rest } = of;
  return { ...preferences, ...rest, notReachableSince: notReachableSince?.toISOString() ?? null };
}
