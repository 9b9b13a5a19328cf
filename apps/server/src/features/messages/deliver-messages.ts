import { setTimeout as pause } from 'node:timers/promises';
import { CHOSEN_KINDS, type ChosenKind, KIND_NAMES } from '@anupalan/domain/telling/preferences';
import { composeMail, type MailContent } from '../../platform/mail/layout.ts';
import { type Mail, MESSAGES_AT_ONCE, PATIENCE_MS } from '../../platform/mail/mailer.ts';
import { composeWritten, type WrittenContent } from '../../platform/mail/written-mail.ts';
import { messageOutcomes } from '../../platform/metrics/registry.ts';
import type { Services } from '../../services.ts';
import { noteOutcomes, type Outcome } from './commands-note.ts';
import { giveBackMessages, holdMessages, type TakenMessage, takeMessages } from './commands-take.ts';
import { composeMessages, NOT_WRITTEN, type UnwrittenMessage, type WrittenMessage } from './compose-messages.ts';
import { describeFailure, doubtRefusals, type Judged, judgeFailure, type Relay } from './judge-failure.ts';
import type { MessageContent, MessageKind } from './kinds.ts';
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts';

/** Batches that one instance works on at a time: while one is read, the other is handed over. */
export const BATCHES_AT_ONCE = 2;

/** Tries of a message, some five days of them, after which it has failed (R-messages-6). */
const MOST_TRIES = 45;

const LONGEST_PAUSE_MINUTES = 180;

export interface Delivery {
  readonly kinds: readonly MessageKind[];
  readonly tokens: UnsubscribeTokens;
  /** Messages that are taken at once. */
  readonly batch: number;
  /** Seconds after which another worker takes what this one has, if it fell silent. */
  readonly takenSeconds: number;
  /** What this instance knows of the mail server. */
  readonly relay: Relay;
  readonly isStopping: () => boolean;
  /** Called when there may be more than one worker's share. */
  readonly onFull: () => Promise<void>;
}

type Given = Pick<Services, 'database' | 'mailer' | 'config' | 'log' | 'now'>;

/**
 * Takes a batch of mails that are due, writes them and hands them over, each at least once (R-messages-4).
 * @returns whether all that was due is done, or there may be more, or the mail server is away: what wasn't tried is due
 * again then.
 */
export async function deliverMessages(services: Given, delivery: Delivery): Promise<'done' | 'more' | 'away'> {
  const { database, now, log } = services;
  const { kinds, batch, takenSeconds } = delivery;
  const names = kinds.map(({ kind }) => kind);
  const taken = await takeMessages(database.db, {
    channel: 'mail',
    kinds: names,
    now: now(),
    limit: batch,
    takenSeconds,
  });
  if (taken.length === 0) return 'done';
  if (taken.length === batch) await delivery.onFull();
  const held = new Set(taken.map(({ id }) => id));
  const untouched = new Set(held);
  const hold = setInterval(
    () => {
      holdMessages(database.db, [...held], takenSeconds).catch((error: unknown) =>
        log.warn({ err: error }, 'messages could not be held'),
      );
    },
    (takenSeconds * 1_000) / 3,
  );
  const note = noteTogether(async (outcomes) => {
    await noteStubbornly(services, outcomes, takenSeconds);
    for (const { id, state } of outcomes) {
      held.delete(id);
      untouched.delete(id);
      messageOutcomes.inc({ channel: 'mail', outcome: state });
    }
  });
  try {
    const { written, unwritten } = await composeMessages(kinds, taken, { now: now(), log });
    await note(unwritten.map((one) => settle(one, now())));
    const begin = ({ id }: TakenMessage) => untouched.delete(id);
    const isAway = await handOverAll(services, delivery, { written, begin, note });
    if (isAway) return 'away';
    return taken.length === batch ? 'more' : 'done';
  } finally {
    clearInterval(hold);
    // What was handed over and couldn't be noted is due again only when its time of being held is over.
    if (untouched.size > 0) await giveBackMessages(database.db, [...untouched]);
  }
}

interface Batch {
  readonly written: readonly WrittenMessage[];
  readonly begin: (message: TakenMessage) => void;
  readonly note: (outcomes: Outcome[]) => Promise<void>;
}

/** Mails of a batch that are handed over at a time. */
const LANES = MESSAGES_AT_ONCE / BATCHES_AT_ONCE;

/**
 * Hands mails over, some at a time, and stops beginning more once the mail server is away: when as many failed one after
 * the other as are handed over at a time. A relay may say of single recipients that it is busy.
 * @returns whether it is away.
 */
async function handOverAll(services: Given, delivery: Delivery, { written, begin, note }: Batch): Promise<boolean> {
  const queue = written.values();
  let inARow = 0;
  const isAway = () => inARow >= LANES;
  const jury = doubtRefusals(delivery.relay, LANES);
  const work = async () => {
    for (const one of queue) {
      begin(one.message);
      const { away, ...judged } = await handOver(services, delivery, one);
      if (away) inARow++;
      else if (!isAway()) inARow = 0;
      await note(jury.weigh(judged));
      if (isAway() || delivery.isStopping()) return;
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, work));
  const broken = lanes.find((lane) => lane.status === 'rejected');
  if (broken) throw broken.reason;
  await note(jury.settle());
  return isAway();
}

async function handOver(
  { mailer, config, log, now }: Given,
  { tokens }: Delivery,
  { message, content }: WrittenMessage,
): Promise<Judged & { away: boolean }> {
  const { id, address } = message;
  const { subject } = content;
  let mail: Mail;
  try {
    mail = await write(message, content, { tokens, publicUrl: config.publicUrl, now: now() });
  } catch (error) {
    log.error({ err: error, message: id }, 'a message could not be written');
    return { outcome: delay(message, NOT_WRITTEN, now()), away: false };
  }
  try {
    await mailer.deliver(mail, AbortSignal.timeout(PATIENCE_MS));
    return { outcome: { id, state: 'sent', subject, address }, away: false };
  } catch (error) {
    const failure = judgeFailure(error);
    const reason = describeFailure(error);
    if (failure === 'refused' || failure === 'failed') {
      const outcome = { id, state: failure, subject, address, error: reason };
      if (failure === 'failed') return { outcome, away: false };
      return { outcome, otherwise: delay(message, reason, now()), away: false };
    }
    const away = failure === 'away';
    if (away) log.warn({ err: error }, 'the mail server takes no messages now; they are tried again');
    return { outcome: delay(message, reason, now()), away };
  }
}

/** The mail of a message, with how to switch its kind off where that can be (R-messages-8). */
async function write(
  { id, userId, kind, address }: TakenMessage,
  content: MessageContent,
  { tokens, publicUrl, now }: { tokens: UnsubscribeTokens; publicUrl: string; now: Temporal.Instant },
): Promise<Mail> {
  if (!isChosen(kind)) return { ...(await compose({ ...content, to: address })), message: { id } };
  const token = tokens.make({ userId, email: address, kind, now });
  const switchOff = { text: `Switch off ${KIND_NAMES[kind]}`, href: `${publicUrl}/unsubscribe#${token}` };
  const mail = await compose({ ...content, to: address, switchOff });
  // Mail programs post to it by themselves (RFC 8058), so it leads to the call and not to the page.
  return { ...mail, message: { id, unsubscribe: `${publicUrl}/api/mail/unsubscribe?token=${token}` } };
}

function compose(content: MailContent | WrittenContent): Promise<Mail> {
  return 'html' in content ? composeWritten(content) : composeMail(content);
}

/** A message that is tried again after a pause that grows with its tries, or has failed after too many of them. */
function delay({ id, tries, address }: TakenMessage, error: string, now: Temporal.Instant): Outcome {
  if (tries >= MOST_TRIES) return { id, state: 'failed', address, error };
  const minutes = Math.min(2 ** (tries - 1), LONGEST_PAUSE_MINUTES);
  // Many that failed at once don't come again at once.
  const seconds = Math.round(minutes * 60 * (1 + Math.random() / 4));
  return { id, state: 'waiting', error, sendAfter: now.add({ seconds }) };
}

function settle({ message, why }: UnwrittenMessage, now: Temporal.Instant): Outcome {
  return why === NOT_WRITTEN ? delay(message, why, now) : { id: message.id, state: 'skipped', error: why };
}

function isChosen(kind: string): kind is ChosenKind {
  return CHOSEN_KINDS.some((chosen) => chosen === kind);
}

/** Gathers what is to be noted while a statement is under way, so that one statement notes what several wait for. */
function noteTogether(note: (outcomes: Outcome[]) => Promise<void>): (outcomes: Outcome[]) => Promise<void> {
  let gathered: Outcome[] = [];
  let underWay: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return (outcomes) => {
    gathered.push(...outcomes);
    next ??= underWay.then(() => {
      const all = gathered;
      gathered = [];
      next = undefined;
      const noted = note(all);
      // A failure is told to those who wait for it, not to those who come after.
      underWay = noted.catch(() => {});
      return noted;
    });
    return next;
  };
}

/** Notes outcomes through a database that is briefly away: what was handed over is not to be sent twice (R-messages-4). */
async function noteStubbornly(
  { database, now, log }: Given,
  outcomes: readonly Outcome[],
  seconds: number,
): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  for (;;) {
    try {
      return await noteOutcomes(database.db, outcomes, now());
    } catch (error) {
      if (performance.now() > end) throw error;
      log.warn({ err: error }, 'what became of messages could not be noted yet');
      await pause(1_000);
    }
  }
}
