import webPush from 'web-push';
import type { Outbound, Outcome } from '../../platform/outbound/outbound.ts';
import { readRetryAfter } from '../../platform/outbound/retry-after.ts';
import type { Services } from '../../services.ts';
import type { VapidKeys } from './vapid-keys.ts';

/** Seconds for which a push service keeps a push for a device that is off: the rest of the day that it is about. */
const KEPT_SECONDS = 12 * 3_600;

/** A browser as its push service knows it. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: Buffer;
  readonly auth: Buffer;
}

/** What a browser shows; the push service can't read it. */
export interface Push {
  readonly title: string;
  readonly body: string;
  /** A UUID, by which a former push of the same is replaced: one that is sent twice is shown once. */
  readonly tag: string;
  /** The page that it opens, from the root of the installation. */
  readonly path: string;
}

interface Way {
  readonly outbound: Pick<Outbound, 'post'>;
  readonly keys: VapidKeys;
  /** Whom a push service writes to when something is wrong. */
  readonly supportEmail: string;
  readonly log: Pick<Services['log'], 'warn'>;
}

/** What became of a push: taken, the browser is gone, it may be tried again, or never will be. */
export type PushOutcome = 'taken' | 'gone' | 'later' | 'refused';

/** What a push service answered, with the seconds that it asks to be left alone. */
export interface PushAnswer {
  readonly outcome: PushOutcome;
  readonly retryAfter: number | null;
}

/**
 * Sends a push, encrypted for the browser alone (RFC 8291) and signed by this installation (RFC 8292). One that can't be
 * encrypted for its browser is refused.
 */
export async function sendPush(way: Way, target: PushTarget, push: Push): Promise<PushAnswer> {
  let sealed: ReturnType<typeof seal>;
  try {
    sealed = seal(way, target, push);
  } catch (error) {
    way.log.warn({ err: error }, 'a push could not be encrypted for its device');
    return { outcome: 'refused', retryAfter: null };
  }
  const { headers, body } = sealed;
  return read(
    await way.outbound.post({
      address: target.endpoint,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body,
    }),
  );
}

function seal({ keys, supportEmail }: Way, { endpoint, p256dh, auth }: PushTarget, push: Push) {
  return webPush.generateRequestDetails(
    { endpoint, keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') } },
    JSON.stringify(push),
    {
      vapidDetails: { subject: `mailto:${supportEmail}`, ...keys },
      TTL: KEPT_SECONDS,
      // Of two with one topic, a push service keeps the newer for a device that is off (RFC 8030, 5.4).
      topic: push.tag.replaceAll('-', ''),
      contentEncoding: 'aes128gcm',
    },
  );
}

function read(outcome: Outcome): PushAnswer {
  if ('fault' in outcome) return { outcome: outcome.fault === 'address' ? 'refused' : 'later', retryAfter: null };
  return { outcome: judge(outcome.status), retryAfter: readRetryAfter(outcome.headers, Date.now()) };
}

function judge(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'taken';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}
