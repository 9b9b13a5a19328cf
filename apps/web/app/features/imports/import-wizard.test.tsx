import type { ImportReport } from '@anupalan/contract/imports/imports';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { takeUploads } from '../../../test/fake-uploads.ts';
import { show } from '../../../test/show.tsx';
import { ImportWizard } from './import-wizard.tsx';

const REPORT: ImportReport = {
  ...{ imported: false, sheet: null, sheets: [], headings: [], columns: [], rows: [], faults: [], faultCount: 0 },
  counts: { rows: 120_000, add: 100_000, update: 0, skip: 20_000 },
};

test('a refused import has its rows judged again, and keeps its reason', async () => {
  const sent = takeUploads();
  const user = show(<ImportWizard kinds={['companies']} />);
  await user.upload(screen.getByLabelText('File'), new File(['Company'], 'a.csv', { type: 'text/csv' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  sent[0]?.answer(200, { status: 'success', data: REPORT });
  expect(await screen.findByText(/no fault: 1,00,000 to add, 20,000 to skip/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Import 1,00,000/ }));
  await waitFor(() => expect(sent).toHaveLength(2));
  sent[1]?.answer(400, { status: 'error', message: 'Nothing was imported: there is a fault in the file' });
  await waitFor(() => expect(sent).toHaveLength(3));
  expect([1, 2].map((n) => sent[n]?.form.get('dryRun'))).toEqual(['false', 'true']);
  sent[2]?.answer(200, { status: 'success', data: { ...REPORT, faultCount: 1 } });
  expect(await screen.findByText(/^There is 1 fault/)).toBeTruthy();
  expect(screen.getByText('Nothing was imported: there is a fault in the file')).toBeTruthy();
});
