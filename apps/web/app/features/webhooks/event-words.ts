import type { WebhookCall, WebhookEvent } from '@anupalan/contract/telling/webhooks';

/** Events as people say them, in groups (R-webhooks-7). */
export const EVENT_GROUPS: readonly {
  readonly title: string;
  readonly events: readonly (readonly [WebhookEvent, string])[];
}[] = [
  {
    title: 'Statuses',
    events: [
      ['status.recorded', 'A status is recorded'],
      ['status.taken_back', 'A status is taken back'],
      ['note.added', 'A note is written'],
    ],
  },
  {
    title: 'Checking',
    events: [
      ['check.waiting', 'A record waits for a check'],
      ['check.approved', 'A record is approved'],
      ['check.returned', 'A record is returned'],
    ],
  },
  {
    title: 'Payments and submissions',
    events: [
      ['payment.recorded', 'A payment is recorded'],
      ['payment.deleted', 'A payment is deleted'],
      ['submission.recorded', 'A submission is recorded'],
      ['submission.deleted', 'A submission is deleted'],
    ],
  },
  {
    title: 'Events and their duties',
    events: [
      ['event.recorded', 'An event is recorded'],
      ['duty.recorded', 'A duty’s status is recorded'],
    ],
  },
  {
    title: 'What has to be done, and by whom',
    events: [
      ['assignment.changed', 'Who is responsible changes'],
      ['obligation.added', 'An own obligation is added'],
      ['obligation.changed', 'An own obligation changes'],
      ['obligation.removed', 'An own obligation is deleted'],
      ['extension.published', 'A due day is extended'],
      ['extension.taken_back', 'An extension is taken back'],
    ],
  },
  {
    title: 'Registrations',
    events: [
      ['registration.added', 'A registration is added'],
      ['registration.changed', 'A registration changes'],
      ['registration.removed', 'A registration is removed'],
    ],
  },
  {
    title: 'People',
    events: [
      ['member.joined', 'Somebody joins'],
      ['member.changed', 'Somebody’s role changes'],
      ['member.left', 'Somebody leaves'],
    ],
  },
];

const WORDS = new Map<string, string>(
  EVENT_GROUPS.flatMap(({ events }) => events.map(([event, words]) => [event, words])),
);

/** An event in words; what has none is the call of a test. */
export function describeEvent(event: string): string {
  return WORDS.get(event) ?? 'Test';
}

const FAULTS: Readonly<Record<NonNullable<WebhookCall['fault']>, string>> = {
  address: 'The address leads into a private network',
  name: 'The name of the address is not known',
  time: 'No answer within 7 seconds',
  certificate: 'The certificate is not valid for the address',
  connection: 'No connection',
};

/** What came of the last try, "Answered 500 in 120 ms". */
export function describeOutcome({ status, fault, ms }: WebhookCall): string | null {
  if (fault !== null) return FAULTS[fault];
  return status === null ? null : `Answered ${status} in ${ms ?? 0} ms`;
}
