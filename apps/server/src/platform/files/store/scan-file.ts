import type { Scanner } from '../scanner.ts';
import type { Verdict } from './file-kinds.ts';
import type { FileStore } from './file-store.ts';

/**
 * Has a stored file scanned, and keeps what was found; it goes on waiting when nobody can tell (R-api-48).
 * @throws AppError as reading it
 */
export async function scanFile(
  files: Pick<FileStore, 'judge' | 'readUnscanned'>,
  scanner: Scanner,
  id: string,
): Promise<Verdict> {
  const virus = await scanner.findVirus(files.readUnscanned(id)).catch(() => undefined);
  if (virus === undefined) return 'waiting';
  const verdict = virus === null ? 'scanned' : 'infected';
  await files.judge(id, verdict);
  return verdict;
}
