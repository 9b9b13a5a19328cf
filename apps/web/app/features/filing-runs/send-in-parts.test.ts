import type { FilingOutcome } from '@anupalan/contract/people/filing-runs';
import { expect, test, vi } from 'vitest';
import { sendInParts } from './send-in-parts.ts';

const send = vi.fn(async (part: string[]) => ({
  data: part.map((companyId): FilingOutcome => ({ companyId, outcome: 'recorded', row: null })),
}));

test('more companies than a call may have go in several, and their outcomes come together', async () => {
  const companies = Array.from({ length: 250 }, (_, n) => `${n}`);
  const { data } = await sendInParts(companies, send);
  expect(send.mock.calls.map(([part]) => part.length)).toEqual([100, 100, 50]);
  expect(data.map(({ companyId }) => companyId)).toEqual(companies);
});
