import { type ClosedRow, listClosed } from '@anupalan/contract/proof/evidence';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure, serve } from '../../../../test/fake-server.ts';
import { Address, show } from '../../../../test/show.tsx';
import { ClosedList } from './closed-list.tsx';

const ITEM = '01990000-0000-7000-8000-000000000001';
const EVENT = '01990000-0000-7000-8000-000000000002';

const row = (given: Partial<ClosedRow>): ClosedRow => ({
  itemId: ITEM,
  title: 'ECR',
  act: 'Provident Fund Act',
  day: '2026-11-15T00:00:00.000Z',
  legal: '2026-11-16T00:00:00.000Z',
  files: 0,
  noEvidenceReason: null,
  ...given,
});

function answer(rows: readonly ClosedRow[], closedWithEvidence = { done: 2, of: 3 }) {
  const pagination = { page: 1, limit: 50, total: rows.length, pages: 1 };
  serve(listClosed, () => Response.json({ status: 'success', data: rows, closedWithEvidence, pagination }));
}

const page = (
  <>
    <ClosedList />
    <Address />
  </>
);

test('the share has its numbers, and each row says what it has and leads to its occurrence', async () => {
  answer([
    row({ files: 2 }),
    row({ itemId: EVENT, day: '2026-10-15T00:00:00.000Z', noEvidenceReason: 'The portal gives none' }),
    row({ title: 'Report the accident', eventId: EVENT, files: 1, day: '2026-09-15T00:00:00.000Z' }),
  ]);
  show(page);
  expect(await screen.findByText(/^2 of 3 that fell due .*: 66 %\.$/)).toBeTruthy();
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toEqual([
    'ECRProvident Fund Act16/11/20262 files',
    'ECRProvident Fund ActNo evidence: The portal gives none16/11/2026No file',
    'Report the accidentProvident Fund Act16/11/20261 file',
  ]);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect([links[0], links[2]]).toEqual([`/dashboard?item=${ITEM}&on=2026-11-15`, `/company/events?event=${EVENT}`]);
});

test('the choice is kept in the address, and an empty list says what it means', async () => {
  answer([], { done: 3, of: 3 });
  const user = show(page);
  await user.click(await screen.findByRole('radio', { name: 'Without' }));
  expect(await screen.findByText('Everything that was done has evidence.')).toBeTruthy();
  expect(screen.getByLabelText('Address').textContent).toContain('evidence=without');
});

test('a failed load can be tried again', async () => {
  serve(listClosed, () => failure(403, 'No'));
  const user = show(page);
  const again = await screen.findByRole('button', { name: 'Try again' });
  answer([row({ files: 1 })]);
  await user.click(again);
  expect(await screen.findByText('1 file')).toBeTruthy();
});
