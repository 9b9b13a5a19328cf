import type { Config } from '../../config.ts';

/** Files that something is recorded with. */
export interface NamedFiles {
  readonly ids: readonly string[];
  /** Bytes of all companies that one person pays for (R-evidence-8). */
  readonly payerBytes: number;
}

/** The files that a call names; undefined where it names none. */
export function namedFiles(config: Pick<Config, 'filesQuotaGb'>, ids: readonly string[] = []): NamedFiles | undefined {
  return ids.length === 0 ? undefined : { ids, payerBytes: payerBytesOf(config) };
}

const GB = 1024 ** 3;

/** Bytes of all companies that one person pays for, as far as nothing else is set: files lie in PostgreSQL. */
export function payerBytesOf({ filesQuotaGb = 20 }: Pick<Config, 'filesQuotaGb'>): number {
  return filesQuotaGb * GB;
}
