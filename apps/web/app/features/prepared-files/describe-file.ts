import type { PreparedFile } from '@anupalan/contract/proof/prepared-files';
import { formatSize } from '../../lib/text/format-size.ts';
import { formatInstant } from '../../lib/time/dates.ts';

/** How much of a file is made, 0 to 100; null before that is known. */
export function percentOf({ progress: { done, of } }: Pick<PreparedFile, 'progress'>): number | null {
  return of === null || of === 0 ? null : Math.min(100, Math.floor((done / of) * 100));
}

/** What has become of a file, in a line. */
export function describeFile(file: PreparedFile): string {
  const percent = percentOf(file);
  switch (file.state) {
    case 'waiting':
      return 'Waiting for its turn';
    case 'making':
      return percent === null ? 'Being made' : `Being made: ${percent} %`;
    case 'ready':
      return `Ready: ${formatSize(file.size ?? 0)}${file.until ? `, until ${formatInstant(file.until)}` : ''}`;
    case 'failed':
      return file.fault ?? 'It could not be made. Please try again.';
  }
}
