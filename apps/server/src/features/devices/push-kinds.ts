import type { MessageKindName } from '@anupalan/contract/telling/messages';
import type { WaitingMessage } from '../messages/kinds.ts';

/** What counts for the pushes of a kind; `compose.ts` gives them to the job that sends pushes. */
export interface PushKind {
  readonly kind: MessageKindName;
  /**
   * Counts what each push tells of at the moment of sending, by the message's id, in a number of statements that doesn't
   * depend on how many there are. What only those named at an event see counts for nobody (R-webhooks-17); a message
   * that is missing in the answer, or has 0, has nothing left to say.
   */
  count(messages: readonly WaitingMessage[], now: Temporal.Instant): Promise<ReadonlyMap<string, number>>;
}
