import type { MessageChannel, MessageKindName } from '@anupalan/contract/telling/messages';
import type { MailContent } from '../../platform/mail/layout.ts';
import type { WrittenContent } from '../../platform/mail/written-mail.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** The ids that a message is about; each kind reads its own. */
export type MessageAbout = Readonly<Record<string, unknown>>;

/** A message to be made. */
export interface NewMessage {
  readonly userId: string;
  /** The company that it is about; null where it is about several, or none. */
  readonly workspaceId: WorkspaceId | null;
  readonly channel: MessageChannel;
  readonly kind: MessageKindName;
  /** What makes it once, whatever instances run: `digest:<user>:<ISO day>`. */
  readonly key: string;
  /** Ids alone: what is said of them is read at the moment of sending. */
  readonly about: MessageAbout;
  readonly sendAfter: Temporal.Instant;
}

/** A message whose time has come, to somebody who can be reached and wants this kind. */
export interface WaitingMessage {
  readonly id: string;
  readonly userId: string;
  readonly workspaceId: WorkspaceId | null;
  readonly kind: MessageKindName;
  readonly key: string;
  readonly about: MessageAbout;
  readonly madeAt: Temporal.Instant;
  /** The person's first name and e-mail as they are now. */
  readonly firstName: string;
  readonly address: string;
}

/** What a message says; to whom, and how to switch its kind off, is added by the delivery. */
export type MessageContent = Omit<MailContent, 'to'> | Omit<WrittenContent, 'to'>;

/** What writes the messages of a kind; `compose.ts` gives them to the delivery job. */
export interface MessageKind {
  readonly kind: MessageKindName;
  /**
   * Writes the mails of a batch at the moment of sending, by id, in a number of statements that doesn't depend on its
   * size. A message that is missing in the answer has nothing left to say and is skipped (R-messages-5).
   */
  compose(messages: readonly WaitingMessage[], now: Temporal.Instant): Promise<ReadonlyMap<string, MessageContent>>;
}
