/** What files are for; the feature of that noun decides who may read one. */
export type FilePurpose = 'evidence' | 'pack' | 'export' | 'import' | 'hr-document' | 'job-posting';

/** What the virus scanner says of a file: `waiting` while nobody could ask it. */
export type Verdict = 'waiting' | 'clean' | 'infected';

/** Where the bytes of a file lie. */
export type PlaceName = 'postgres' | 's3';
