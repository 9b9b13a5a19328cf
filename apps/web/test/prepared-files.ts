import type { PreparedFile } from '@anupalan/contract/proof/prepared-files';
import { vi } from 'vitest';

/** File that was made by a job, ready unless said otherwise. */
export function makePreparedFile(given: Partial<PreparedFile> = {}): PreparedFile {
  return {
    _id: '0199f000-0000-7000-8000-0000000000f1',
    kind: 'export',
    name: 'status-register-2026-11-22.xlsx',
    state: 'ready',
    askedBy: '0199f000-0000-7000-8000-000000000009',
    askedAt: '2026-11-22T08:00:00.000Z',
    progress: { done: 10, of: 10 },
    fault: null,
    size: 12_999_999,
    endedAt: '2026-11-22T08:05:00.000Z',
    until: '2026-11-23T08:05:00.000Z',
    ...given,
  };
}

/** Addresses that the browser is sent to instead of downloading. */
export function watchDownloads(): string[] {
  const addresses: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    addresses.push(this.getAttribute('href') ?? '');
  });
  return addresses;
}
