import type { Services } from '../../services.ts';
import type { LeftOut, TakenMessage } from './commands-take.ts';
import type { MessageContent, MessageKind } from './kinds.ts';

/** Why a message waits that a fault of ours keeps from being written. */
export const NOT_WRITTEN = 'not-written';

export interface WrittenMessage {
  readonly message: TakenMessage;
  readonly content: MessageContent;
}

/** A message that isn't handed over: it is left out, or couldn't be written, which is tried again. */
export interface UnwrittenMessage {
  readonly message: TakenMessage;
  readonly why: LeftOut | typeof NOT_WRITTEN;
}

/** Writes the messages of a batch, kind by kind (R-messages-5). */
export async function composeMessages(
  kinds: readonly MessageKind[],
  messages: readonly TakenMessage[],
  { now, log }: { now: Temporal.Instant; log: Services['log'] },
): Promise<{ written: WrittenMessage[]; unwritten: UnwrittenMessage[] }> {
  const written: WrittenMessage[] = [];
  const unwritten: UnwrittenMessage[] = [];
  for (const message of messages) if (message.leftOut) unwritten.push({ message, why: message.leftOut });
  for (const kind of kinds) {
    const ofKind = messages.filter((message) => message.kind === kind.kind && !message.leftOut);
    for (const { message, content } of await composeKind(kind, ofKind, { now, log })) {
      if (typeof content === 'string') unwritten.push({ message, why: content });
      else written.push({ message, content });
    }
  }
  return { written, unwritten };
}

type Composed = { message: TakenMessage; content: MessageContent | 'nothing-left' | typeof NOT_WRITTEN }[];

/** Writes messages of one kind, all at once, or one by one where one of them can't be written. */
async function composeKind(
  kind: MessageKind,
  messages: readonly TakenMessage[],
  { now, log }: { now: Temporal.Instant; log: Services['log'] },
): Promise<Composed> {
  if (messages.length === 0) return [];
  try {
    const contents = await kind.compose(messages, now);
    return messages.map((message) => ({ message, content: contents.get(message.id) ?? 'nothing-left' }));
  } catch (error) {
    const [only, ...more] = messages;
    if (only && more.length === 0) {
      log.error({ err: error, kind: kind.kind, message: only.id }, 'a message could not be written');
      return [{ message: only, content: NOT_WRITTEN }];
    }
    const each = [];
    for (const message of messages) each.push(...(await composeKind(kind, [message], { now, log })));
    return each;
  }
}
