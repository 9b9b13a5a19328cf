import type { PreparedKind } from '@anupalan/contract/proof/prepared-files';
import type { Session } from '../../identity/sessions.ts';

/** What a file is made for: the person who asked, as they belong to the company now, and what they asked for. */
export interface Making {
  readonly session: Session;
  readonly wanted: unknown;
  readonly now: Temporal.Instant;
  /** Says how much is done, of how much in all; as often as one likes. */
  readonly tell: (done: number, of: number) => void;
}

/** What makes the files of a kind; `compose.ts` gives them to the job. */
export interface Maker {
  readonly kind: PreparedKind;
  /** The media type of what was asked for. */
  readonly mediaType: (wanted: unknown) => string;
  /** Bytes of a file at most. */
  readonly maxBytes: number;
  /**
   * The bytes, made as they are asked for. A maker that is killed begins anew.
   * @throws AppError where it can't be made at all, whose message the asker is told; everything else is tried again
   */
  make(making: Making): AsyncIterable<Uint8Array>;
}
