import { type ImportReport, readOwnTemplate } from '@anupalan/contract/imports/imports';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { serve } from '../../../test/fake-server.ts';
import { takeUploads } from '../../../test/fake-uploads.ts';
import { show } from '../../../test/show.tsx';
import { saveFile } from '../../lib/api/save-file.ts';
import { ImportWizard } from './import-wizard.tsx';

vi.mock('../../lib/api/save-file.ts', () => ({ saveFile: vi.fn() }));

const REPORT: ImportReport = {
  ...{ imported: false, sheet: null, sheets: [], headings: [], columns: [], rows: [], faults: [], faultCount: 0 },
  counts: { rows: 120_000, add: 100_000, update: 0, skip: 20_000 },
};

test('a refused import has its rows judged again, and keeps its reason', async () => {
  const sent = takeUploads();
  const user = show(<ImportWizard kinds={['companies']} />);
  await user.upload(screen.getByLabelText('File'), new File(['Company'], 'a.csv', { type: 'text/csv' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  sent[0]?.answer(200, { status: 'success', data: { ...REPORT, ruledOut: 2 } });
  expect(await screen.findByText(/no fault: 1,00,000 to add, 20,000 to skip/)).toBeTruthy();
  expect(screen.getByText(/^2 rows are skipped because the obligation did not apply/)).toBeTruthy();
  expect(screen.getByText('19,998 rows are skipped because the same is here already.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Import 1,00,000/ }));
  await waitFor(() => expect(sent).toHaveLength(2));
  sent[1]?.answer(400, { status: 'error', message: 'Nothing was imported: there is a fault in the file' });
  await waitFor(() => expect(sent).toHaveLength(3));
  expect([1, 2].map((n) => sent[n]?.form.get('dryRun'))).toEqual(['false', 'true']);
  sent[2]?.answer(200, { status: 'success', data: { ...REPORT, faultCount: 1 } });
  expect(await screen.findByText(/^There is 1 fault/)).toBeTruthy();
  expect(screen.getByText('Nothing was imported: there is a fault in the file')).toBeTruthy();
});

const ROWS: Partial<ImportReport> = {
  columns: [
    { key: 'title', title: 'Obligation', required: true, explains: 'its name', letter: 'A' },
    { key: 'act', title: 'Act', required: false, explains: 'its act', letter: null },
  ],
  headings: [
    { letter: 'A', name: 'Task' },
    { letter: 'B', name: 'Law' },
  ],
  counts: { rows: 2, add: 1, update: 0, skip: 0 },
  rows: [
    { row: 2, outcome: 'add', cells: ['Hold a drill', ''] },
    { row: 3, outcome: 'fault', cells: ['Count', ''] },
  ],
  faults: [{ row: 3, column: 'Task', expected: 'one row for each' }],
  faultCount: 1,
};

/** Chooses a file, which is judged so. */
async function judge(kind: 'own' | 'statuses', report: Partial<ImportReport>) {
  const sent = takeUploads();
  const user = show(<ImportWizard kinds={[kind]} />);
  await user.upload(screen.getByLabelText('File'), new File(['Task'], 'a.csv', { type: 'text/csv' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  sent[0]?.answer(200, { status: 'success', data: { ...REPORT, ...report } });
  await screen.findByText('What it would do');
  return { sent, user };
}

test('rows with faults are shown alone, until all are asked for', async () => {
  const { user } = await judge('own', ROWS);
  const shown = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  expect(shown()).toEqual(['3']);
  expect(screen.getByText(/one row for each/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Import 1 obligation' })).toHaveProperty('disabled', true);
  await user.click(screen.getByLabelText('Only rows with faults'));
  expect(shown()).toEqual(['2', '3']);
});

test('a column that is chosen by hand has the file judged anew', async () => {
  const { sent, user } = await judge('own', ROWS);
  await user.click(screen.getByText(/^Columns: 1 of 2 found, 1 of the file not used/));
  await user.click(screen.getByRole('combobox', { name: 'Act' }));
  await user.click(await screen.findByRole('option', { name: 'Law (B)' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect([sent[1]?.form.get('columns'), sent[1]?.form.get('dryRun')]).toEqual(['{"act":"B"}', 'true']);
});

test('where columns are missing they are asked for, and no file is called faulty', async () => {
  const columns = [{ key: 'title', title: 'Obligation', required: true, explains: 'its name', letter: null }];
  await judge('own', { ...ROWS, columns, sheets: ['Notes', 'Registers'], sheet: 'Notes' });
  expect(screen.getByRole('status').textContent).toBe('1 column was not found. Choose it below, or another sheet.');
  expect(screen.getByRole('combobox', { name: /^Obligation/ })).toBeTruthy();
});

test('what was imported is told, with what waits, and another file can follow', async () => {
  const counts = { rows: 3, add: 2, update: 1, skip: 0 };
  const { sent, user } = await judge('statuses', { counts });
  await user.click(screen.getByRole('button', { name: 'Import 3 statuses' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  sent[1]?.answer(200, { status: 'success', data: { ...REPORT, imported: true, counts, waiting: 2 } });
  expect(await screen.findByText('2 statuses added, 1 status updated')).toBeTruthy();
  expect(screen.getByText(/^2 statuses wait for the check, as one batch/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Import another file' }));
  expect(screen.getByLabelText('File')).toBeTruthy();
});

test('a file that can’t be read says why, and stays chosen', async () => {
  const sent = takeUploads();
  const user = show(<ImportWizard kinds={['own']} />);
  await user.upload(screen.getByLabelText('File'), new File(['PK'], 'locked.xlsx'));
  await waitFor(() => expect(sent).toHaveLength(1));
  const message = 'The file is protected by a password: save it without one, and choose it again';
  sent[0]?.answer(400, { status: 'error', message, errors: { file: message } });
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByText('locked.xlsx')).toBeTruthy();
});

test('what is there can be fetched, to be changed and imported again', async () => {
  const asked = serve(readOwnTemplate, () => new Response('rows'));
  const user = show(<ImportWizard kinds={['own']} />);
  await user.click(screen.getByRole('button', { name: 'fetch what is there' }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledWith(expect.anything(), 'Own obligations.xlsx'));
  expect(asked.map(({ query }) => query)).toEqual([{ rows: 'present', format: 'xlsx' }]);
});
