import type { Config } from '../../config.ts';

/** Files that something is recorded with. */
export interface NamedFiles {
  readonly ids: readonly string[];
  /** Bytes of all companies that one person pays for (R-evidence-8). */
  readonly payerBytes: number;
}

/** The files that a call names; undefined where it names none. */
export function namedFiles(config: Quota, ids: readonly string[] = []): NamedFiles | undefined {
  return ids.length === 0 ? undefined : { ids, payerBytes: payerBytesOf(config) };
}

const GB = 1024 ** 3;

type Quota = Pick<Config, 'filesQuotaGb' | 'filesS3Url'>;

/** Bytes of all companies that one person pays for: fewer while they lie in PostgreSQL, unless something else is set. */
export function payerBytesOf({ filesS3Url, filesQuotaGb = filesS3Url === undefined ? 20 : 100 }: Quota): number {
  return filesQuotaGb * GB;
}
