import type { PreparedFile } from '@anupalan/contract/proof/prepared-files';

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
      return `Ready: ${describeSize(file.size ?? 0)}, until ${formatMoment(file.until ?? '')}`;
    case 'failed':
      return file.fault ?? 'It could not be made. Please try again.';
  }
}

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** A size as people say it: `12.4 MB`. */
function describeSize(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1024 && unit < UNITS.length - 1) [size, unit] = [size / 1024, unit + 1];
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`;
}

const MOMENT = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Asia/Kolkata',
});

/** A moment in India: `23 Nov, 14:30`. */
export function formatMoment(iso: string): string {
  return iso === '' ? '' : MOMENT.format(new Date(iso));
}
