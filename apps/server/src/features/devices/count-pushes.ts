import type { Services } from '../../services.ts';
import type { TakenMessage } from '../messages/commands-take.ts';
import type { PushKind } from './push-kinds.ts';

interface Given {
  readonly now: Temporal.Instant;
  readonly log: Services['log'];
}

type Counts = ReadonlyMap<string, number | 'not-counted'>;

/** Counts what pushes tell of, by the message's id: kind by kind, or one by one where one of a kind can't be counted. */
export async function countPushes(
  kinds: readonly PushKind[],
  messages: readonly TakenMessage[],
  given: Given,
): Promise<Counts> {
  const counts = new Map<string, number | 'not-counted'>();
  for (const kind of kinds) {
    const ofKind = messages.filter((message) => message.kind === kind.kind && message.leftOut === null);
    for (const [id, counted] of await countKind(kind, ofKind, given)) counts.set(id, counted);
  }
  return counts;
}

async function countKind(kind: PushKind, messages: readonly TakenMessage[], given: Given): Promise<Counts> {
  const [only, ...more] = messages;
  if (!only) return new Map();
  try {
    return await kind.count(messages, given.now);
  } catch (error) {
    if (more.length === 0) {
      given.log.error({ err: error, kind: kind.kind, message: only.id }, 'a push could not be counted');
      return new Map([[only.id, 'not-counted']]);
    }
    const counts = new Map<string, number | 'not-counted'>();
    for (const message of messages) {
      for (const [id, counted] of await countKind(kind, [message], given)) counts.set(id, counted);
    }
    return counts;
  }
}
