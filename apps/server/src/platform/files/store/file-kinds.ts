/** What files are for; the feature of that noun decides who may read one. */
export type FilePurpose = 'evidence' | 'pack' | 'export' | 'import' | 'hr-document' | 'job-posting';

/** What comes from people, and is kept: packs and exports are made here. */
export const SENT_BY_PEOPLE: readonly FilePurpose[] = ['evidence', 'hr-document', 'job-posting'];

/**
 * What is known of viruses in a file: `clean` that nobody scanned (it is made here, or came while there was no scanner),
 * `waiting` while the scanner could not be asked, `scanned` in which it found nothing (decision 72).
 */
export type Verdict = 'clean' | 'waiting' | 'scanned' | 'infected';

/** Where the bytes of a file lie. */
export type PlaceName = 'postgres' | 's3';

/**
 * What can be wrong with a file: no row refers to it; its bytes are not there, or not all; they are others than were
 * stored; or bytes lie in S3 of which no row knows.
 */
export type FileFault = 'unattached' | 'missing' | 'altered' | 'unknown';
