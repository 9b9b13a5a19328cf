import { chooseKind, contentOf, partFor } from '@anupalan/domain/telling/digest';
import type { Services } from '../../services.ts';
import { dayOfKey, inShares, workspacesOf } from './commands-plan.ts';
import type { CompaniesToTell } from './companies-to-tell.ts';
import type { DigestPart } from './emails-digest.ts';
import { readWantedCompanies, type WantedCompany } from './queries-people.ts';

/** A message of a day as far as it decides what it tells of; its key ends with the day. */
interface OfDay {
  readonly id: string;
  readonly userId: string;
  readonly kind: string;
  readonly key: string;
}

/** Messages that are read together, of one day. */
export interface Share<Message extends OfDay> {
  readonly day: Temporal.PlainDate;
  readonly readers: readonly { readonly message: Message; readonly its: readonly WantedCompany[] }[];
}

/** Messages by their day, with the companies of their readers: so many that not too many companies are read at once. */
export async function* sharesOf<Message extends OfDay>(
  { database }: Pick<Services, 'database'>,
  messages: readonly Message[],
): AsyncGenerator<Share<Message>> {
  const wanted = await readWantedCompanies(
    database.pool,
    messages.map(({ userId }) => userId),
  );
  for (const [iso, ofDay] of Map.groupBy(messages, ({ key }) => dayOfKey(key).toString())) {
    const byReader = new Map(ofDay.map((message) => [message.userId, message]));
    const theirs = new Map([...byReader.keys()].map((userId) => [userId, wanted.get(userId) ?? []]));
    for (const share of inShares(theirs)) {
      const readers = share.flatMap(([userId, its]) => {
        const message = byReader.get(userId);
        return message ? [{ message, its }] : [];
      });
      yield { day: Temporal.PlainDate.from(iso), readers };
    }
  }
}

/** What a message tells, company by company. */
export interface ReadDigest<Message extends OfDay> {
  readonly message: Message;
  readonly parts: readonly DigestPart[];
}

/**
 * What digests have to tell as things stand now, some at a time; one that has nothing left that would be told of on its day
 * is missing (R-digests-2).
 */
export async function* readDigests<Message extends OfDay>(
  services: Pick<Services, 'database'>,
  companies: CompaniesToTell,
  { messages, now }: { readonly messages: readonly Message[]; readonly now: Temporal.Instant },
): AsyncGenerator<{ readonly day: Temporal.PlainDate; readonly digests: readonly ReadDigest<Message>[] }> {
  for await (const { day, readers } of sharesOf(services, messages)) {
    const days = await companies.ofDay(workspacesOf(readers), day, now);
    const digests = readers.flatMap(({ message, its }) => {
      const parts = its.flatMap(({ workspaceId, kinds }) => {
        const today = days.get(workspaceId);
        return today ? [{ company: today.company, kinds, ...partFor(message.userId, today) }] : [];
      });
      if (chooseKind(parts) === null) return [];
      const kind = message.kind === 'escalation' ? 'escalation' : 'digest';
      const shown = parts
        .map((part): DigestPart => ({ company: part.company, ...contentOf(part, kind, part.kinds) }))
        .filter(({ own, others, waiting }) => own.length + others.length + waiting.length > 0);
      return shown.length > 0 ? [{ message, parts: shown }] : [];
    });
    yield { day, digests };
  }
}
