import type { RowOutcome } from '@anupalan/contract/imports/imports';
import type { Transaction } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Column, Values } from './column.ts';

/** A fault of a row, by the key of the column that it is in. */
export interface Fault {
  readonly key: string;
  readonly expected: string;
}

/** A row as the contract's schemas take it, or what is wrong with it. */
export type Judged<Form> = { readonly form: Form } | { readonly faults: readonly Fault[] };

/** A row without a fault of its own. */
export interface JudgedRow<Form> {
  readonly row: number;
  readonly form: Form;
}

/** A row with what is to be done with it, or why nothing can be. */
export interface PlannedRow<Step> {
  readonly row: number;
  readonly outcome: Exclude<RowOutcome, 'fault'>;
  /** What writes it; null of a row that is skipped. */
  readonly step: Step | null;
  readonly faults?: readonly Fault[];
  /** Whether it is skipped as of an obligation that was ruled out where the file is from, and here (R-imports-21). */
  readonly isRuledOut?: boolean;
}

/** What is said of an import besides its rows. */
export interface ImportExtras {
  readonly drafts?: number;
  readonly waiting?: number;
}

export type Existing = 'update' | 'skip';

/**
 * One kind of import, for one call: its columns, how a row is judged by itself, what its rows would do to what is there,
 * and the writing of it.
 */
export interface ImportKind<Form, Step> {
  readonly columns: readonly Column[];
  readonly judge: (values: Values) => Judged<Form>;
  /** Reads what takes connections of its own, before the transaction. */
  readonly prepare?: (rows: readonly JudgedRow<Form>[]) => Promise<void>;
  /** Holds until the transaction ends what the plan rests on, and asks once more whether the caller may. */
  readonly hold: (trx: Transaction<DB>) => Promise<void>;
  /** Reads what is there, and says what becomes of each row; asked for a dry run, and again under the hold. */
  readonly plan: (db: Db, rows: readonly JudgedRow<Form>[], existing: Existing) => Promise<PlannedRow<Step>[]>;
  /** Writes all of the plan in the transaction that holds it. */
  readonly write: (trx: Transaction<DB>, steps: readonly Step[], about: { fileName: string }) => Promise<ImportExtras>;
  /** What has to be told once it is written. */
  readonly afterwards?: () => void;
}
