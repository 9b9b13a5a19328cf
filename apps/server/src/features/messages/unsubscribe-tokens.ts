import { createHmac, timingSafeEqual } from 'node:crypto';
import { CHOSEN_KINDS, type ChosenKind } from '@anupalan/domain/telling/preferences';
import { readInstanceKey } from '../../platform/keys/instance-keys.ts';
import type { Db } from '../../platform/postgres/database.ts';

/** Days after which an unsubscribe link is out of date (R-messages-10). */
const VALID_DAYS = 90;

const DAY_MS = 24 * 3_600 * 1_000;

/** The letters of kinds in tokens; one that was given stays. */
const LETTERS: Readonly<Record<ChosenKind, string>> = { digest: 'd', monday: 'm', custom: 'c', escalation: 'e' };

/** The parts of a token: the person's id, the kind's letter, the last day it is valid on, and the signature. */
const PARTS = { id: 16, letter: 1, day: 2, signature: 16 };
const SIGNED = PARTS.id + PARTS.letter + PARTS.day;

/** What an unsubscribe token says, before anybody asked whether it is ours. */
export interface ClaimedToken {
  readonly userId: string;
  readonly kind: ChosenKind;
  /** The moment from which it is out of date. */
  readonly until: Temporal.Instant;
  /** Whether this installation signed it for somebody with this e-mail. */
  isFor(email: string): boolean;
}

/** What makes and reads the tokens of unsubscribe links (R-messages-10). */
export interface UnsubscribeTokens {
  make(of: { userId: string; email: string; kind: ChosenKind; now: Temporal.Instant }): string;
  /** @returns null for what is no token at all. */
  read(token: string): ClaimedToken | null;
}

/** Opens the tokens when they are first asked for, once a process. */
export function keepUnsubscribeTokens(db: Db): () => Promise<UnsubscribeTokens> {
  let opened: UnsubscribeTokens | undefined;
  return async () => {
    opened ??= await openUnsubscribeTokens(db);
    return opened;
  };
}

/**
 * Tokens of unsubscribe links: a person, a kind and a last day, signed with the installation's key together with the
 * e-mail that they were mailed to, so that nothing is stored and one in an old mailbox is worth nothing.
 */
async function openUnsubscribeTokens(db: Db): Promise<UnsubscribeTokens> {
  const key = await readInstanceKey(db, 'unsubscribe');
  const sign = (signed: Buffer, email: string) =>
    createHmac('sha256', key).update(signed).update(email).digest().subarray(0, PARTS.signature);
  return {
    make: ({ userId, email, kind, now }) => {
      const day = Buffer.alloc(PARTS.day);
      day.writeUInt16BE(Math.floor(now.epochMilliseconds / DAY_MS) + VALID_DAYS);
      const signed = Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), Buffer.from(LETTERS[kind]), day]);
      return Buffer.concat([signed, sign(signed, email)]).toString('base64url');
    },
    read: (token) => {
      const bytes = Buffer.from(token, 'base64url');
      // Other texts for the same bytes are refused, too.
      if (bytes.length !== SIGNED + PARTS.signature || bytes.toString('base64url') !== token) return null;
      const signed = bytes.subarray(0, SIGNED);
      const letter = String.fromCharCode(signed.readUInt8(PARTS.id));
      const kind = CHOSEN_KINDS.find((chosen) => LETTERS[chosen] === letter);
      if (!kind) return null;
      const lastDay = signed.readUInt16BE(PARTS.id + PARTS.letter);
      return {
        userId: toUuid(signed.subarray(0, PARTS.id)),
        kind,
        until: Temporal.Instant.fromEpochMilliseconds((lastDay + 1) * DAY_MS),
        isFor: (email) => timingSafeEqual(sign(signed, email), bytes.subarray(SIGNED)),
      };
    },
  };
}

function toUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
