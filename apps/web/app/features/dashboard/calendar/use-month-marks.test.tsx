import { listComplianceItems } from '@anupalan/contract/compliance-items';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve, success } from '../../../../test/fake-server.ts';
import { show } from '../../../../test/show.tsx';
import { deriveRows } from '../../compliance-items/compliance-row.ts';
import { makeItem, type Sketch, TODAY } from '../../compliance-items/items.fixture.ts';
import { useMonthMarks } from './use-month-marks.ts';

const ID = '01990000-0000-7000-8000-000000000001';
const MONTH = Temporal.PlainYearMonth.from('2028-03');

function makeOne(sketch: Sketch, cut?: 'records' | 'entries') {
  const item = { ...makeItem({ ...sketch, _id: ID, actId: ID }), userId: ID };
  const statusHistory = item.statusHistory.map((entry) => ({
    ...entry,
    _id: ID,
    userId: ID,
    history: entry.history.map((record) => ({ ...record, _id: ID, updatedBy: ID })),
  }));
  return { ...item, statusHistory, ...(cut && { statusHistoryCut: cut }) };
}

function Month({ cut }: { cut?: 'records' | 'entries' }) {
  const rows = deriveRows([makeOne({}, cut)], [], TODAY);
  const marks = useMonthMarks(rows, MONTH, TODAY);
  return <output>{[...marks].map(([day, [mark]]) => `${day} ${mark?.status}`).join(', ')}</output>;
}

test('the statuses that the list left out are asked for when their month is looked at', async () => {
  const asked = serve(listComplianceItems, () =>
    success([makeOne({ recorded: { '2028-03-15': 'on-hold' } }, 'entries')]),
  );
  show(<Month cut="entries" />);
  expect(screen.getByRole('status').textContent).toBe('2028-03-15 pending');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2028-03-15 on-hold'));
  expect(asked).toHaveLength(1);
});

test.each([undefined, 'records'] as const)('a list that is %s is not asked for again', async (cut) => {
  show(<Month {...(cut && { cut })} />);
  expect(screen.getByRole('status').textContent).toBe('2028-03-15 pending');
});
