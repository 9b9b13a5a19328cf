import type { Filing } from '@anupalan/contract/fields/filing';
import type { AssignmentLines, WaitsFor } from '@anupalan/domain/assignments';
import type { RecordStatus } from '@anupalan/domain/statuses';
import type { NamedFiles } from '../evidence/named-files.ts';

/** Records of one day at most, because every answer carries the whole history of its entries (R-statuses-10). */
export const RECORDS_A_DAY = 200;

/** Days with statuses at most, as migration 0018 holds them (R-statuses-15). */
export const MOST_DAYS = { anItem: 10_000, aWorkspace: 200_000 };

/** A status or a note for one day of an item. */
export interface NewRecord {
  readonly itemId: string;
  readonly day: string;
  readonly status: RecordStatus;
  readonly note: string;
  /** Why there is no evidence of a done, where it is required. */
  readonly noEvidenceReason?: string | undefined;
  /** The files that it is made with (R-evidence-5). */
  readonly evidence?: NamedFiles | undefined;
  /** The registration number that it is about; without one it is about all (R-registrations-16). */
  readonly registrationId?: string | undefined;
  /** What was set about who is responsible, deputy and checker of the item. */
  readonly lines: AssignmentLines;
  /** Its id, for who has to know it afterwards; a new one otherwise. */
  readonly recordId?: string;
}

/** A record of a past day, as an import has it. */
export interface PastRecord extends NewRecord {
  readonly recordId: string;
  readonly filing: Filing | null;
  /** Who it waits for; null when nobody checks it. */
  readonly waits: WaitsFor | null;
}
