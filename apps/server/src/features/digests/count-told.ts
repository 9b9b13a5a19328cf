import type { Services } from '../../services.ts';
import type { CompaniesToTell } from './companies-to-tell.ts';
import { isRestricted } from './emails-digest.ts';
import { readDigests } from './read-digests.ts';

/**
 * How many things the digests of some keys would tell now, by the messages' ids, for a way on which no more than that can
 * be said: nothing of restricted events is among them, whoever reads it. One that has nothing to tell is missing.
 */
export async function countTold(
  services: Pick<Services, 'database'>,
  companies: CompaniesToTell,
  batch: {
    readonly messages: readonly { id: string; userId: string; kind: string; key: string }[];
    readonly now: Temporal.Instant;
  },
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for await (const { digests } of readDigests(services, companies, batch)) {
    for (const { message, parts } of digests) {
      const count = parts.reduce((sum, { own, others, waiting }) => {
        const open = [...own, ...others].filter((line) => !isRestricted(line));
        const toCheck = waiting.filter(({ seenBy }) => seenBy === null);
        return sum + open.length + toCheck.length;
      }, 0);
      if (count > 0) counts.set(message.id, count);
    }
  }
  return counts;
}
