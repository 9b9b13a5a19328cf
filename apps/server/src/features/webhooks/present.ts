import {
  CALL_FAULTS,
  TEST_EVENT,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookCall,
} from '@anupalan/contract/telling/webhooks';
import { z } from 'zod';

/** A webhook as the statement reads it. */
export interface WebhookRow {
  readonly id: string;
  readonly address: string;
  readonly events: string[];
  readonly off_at: Date | null;
  readonly off_why: string | null;
  readonly failures: number;
  readonly failing_since: Date | null;
  readonly waiting: number;
  readonly answers: string;
  readonly former_until: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const OffWhy = z.enum(['hand', 'failures']);

export function presentWebhook(row: WebhookRow): Webhook {
  const { off_at, off_why } = row;
  return {
    _id: row.id,
    address: row.address,
    events: WEBHOOK_EVENTS.filter((event) => row.events.includes(event)),
    off: off_at === null ? null : { at: off_at.toISOString(), why: OffWhy.parse(off_why) },
    failures: row.failures,
    failingSince: row.failing_since?.toISOString() ?? null,
    waiting: row.waiting,
    madeBy: row.answers,
    formerSecretUntil: row.former_until?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** A call as the table has it. */
export interface WebhookCallRow {
  readonly id: string;
  readonly event: string;
  readonly happened_at: Date;
  readonly state: string;
  readonly tries: number;
  readonly due_at: Date | null;
  readonly tried_at: Date | null;
  readonly status: number | null;
  readonly fault: string | null;
  readonly ms: number | null;
  readonly answer: string | null;
}

const Event = z.enum([...WEBHOOK_EVENTS, TEST_EVENT]);
const State = z.enum(['waiting', 'delivered', 'failed']);
const Fault = z.enum(CALL_FAULTS).nullable();

export function presentCall(row: WebhookCallRow): WebhookCall {
  const { due_at } = row;
  return {
    _id: row.id,
    event: Event.parse(row.event),
    happenedAt: row.happened_at.toISOString(),
    state: State.parse(row.state),
    tries: row.tries,
    nextAt: due_at === null || due_at.getTime() === 0 ? null : due_at.toISOString(),
    triedAt: row.tried_at?.toISOString() ?? null,
    status: row.status,
    fault: Fault.parse(row.fault),
    ms: row.ms,
    answer: row.answer,
  };
}
