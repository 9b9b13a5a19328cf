/** What files are for; the feature of that noun decides who may read one. */
export type FilePurpose = 'evidence' | 'pack' | 'export' | 'import' | 'hr-document' | 'job-posting';

/**
 * What the virus scanner says of a file: `unscanned` as long as there is none, `waiting` while it could not be asked.
 */
export type Verdict = 'unscanned' | 'waiting' | 'clean' | 'infected';

/** Where the bytes of a file lie. */
export type PlaceName = 'postgres' | 's3';

/**
 * What can be wrong with a file: no row refers to it; its bytes are not there, or not all; they are others than were
 * stored; or bytes lie in S3 of which no row knows.
 */
export type FileFault = 'unattached' | 'missing' | 'altered' | 'unknown';
