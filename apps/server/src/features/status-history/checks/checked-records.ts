import type { Selectable, Transaction } from 'kysely';
import type { Checks, DB } from '../../../platform/postgres/database-schema.ts';
import type { ActivityAuthor } from '../../activity/commands.ts';
import type { CheckKey } from './commands-wait.ts';

/** What is done with a record that waits. */
export type Deed = 'approve' | 'return' | 'take-back';

/**
 * What is done where the records of one kind are kept: those of items here, those of duties in `events`, which lies above
 * and hands its own over.
 */
export interface CheckedRecords {
  /** Locks what a record is about, as everybody does who writes about it. @returns whether it is there */
  readonly lock: (trx: Transaction<DB>, key: CheckKey) => Promise<boolean>;
  /** Lets an approved record join the history at the time it was made. */
  readonly join: (trx: Transaction<DB>, key: CheckKey) => Promise<void>;
  /** Lets what a record is about say what became of it. */
  readonly settle: (trx: Transaction<DB>, key: CheckKey) => Promise<void>;
  readonly tell: (trx: Transaction<DB>, by: ActivityAuthor, check: Selectable<Checks>, deed: Deed) => Promise<void>;
}
