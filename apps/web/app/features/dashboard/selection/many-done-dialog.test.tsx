import { updateStatuses } from '@anupalan/contract/status-history';
import { getOwnProfile } from '@anupalan/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { serve, success } from '../../../../test/fake-server.ts';
import { type SentForm, takeUploads } from '../../../../test/fake-uploads.ts';
import { makeMember, makeUser } from '../../../../test/people.ts';
import { show } from '../../../../test/show.tsx';
import { deriveRows } from '../../compliance-items/compliance-row.ts';
import { makeItem, TODAY } from '../../compliance-items/items.fixture.ts';
import { evidenceId, makeEvidence } from '../../evidence/evidence.fixture.ts';
import ManyDoneDialog from './many-done-dialog.tsx';
import { isDueRow } from './use-selection.ts';

const DAY = '2026-11-15T00:00:00.000Z';
const items = [makeItem({ _id: 'epf', title: 'EPF return' }), makeItem({ _id: 'esi', title: 'ESI return' })];

beforeEach(() => {
  localStorage.setItem('token', 'asha');
  serve(getOwnProfile, () => success({ user: makeUser('Asha'), member: makeMember({ role: 'member' }) }));
});

function showDialog(required: readonly string[]) {
  const [onClose, onRecorded] = [vi.fn(), vi.fn()];
  const rows = deriveRows(items, [], TODAY).filter(isDueRow);
  const requiresEvidence = ({ _id }: { _id: string }) => required.includes(_id);
  const user = show(
    <ManyDoneDialog {...{ rows, requiresEvidence, onClose, onRecorded, userId: 'asha', note: 'Nil' }} />,
  );
  return { user, onRecorded };
}

/** Answers an upload with the file of a number. */
function arrive(sent: SentForm | undefined, number: number, name: string) {
  sent?.answer(201, { status: 'success', data: { ...makeEvidence(number, { name, subject: null }), sameFile: [] } });
}

const recorded = (id: string) => ({ id, forDate: DAY, outcome: 'recorded', recordId: evidenceId(9), message: '' });
const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });
const choose = () => screen.findByLabelText('Challans and returns of these rows');
const markAsDone = () => screen.getByRole('button', { name: 'Mark as Done' });

test('each file goes with its row, by its name or by choice, and a reason with the row that has none', async () => {
  const sent = takeUploads();
  const received = serve(updateStatuses, () => success(['epf', 'esi'].map(recorded)));
  const { user, onRecorded } = showDialog(['epf', 'esi']);
  await user.upload(await choose(), [pdf('ESI challan.pdf'), pdf('ESI ack.pdf')]);
  await waitFor(() => expect(sent).toHaveLength(2));
  arrive(sent[0], 1, 'ESI challan.pdf');
  arrive(sent[1], 2, 'ESI ack.pdf');
  expect(screen.getByText('Asked for, and without a file: EPF return')).toBeTruthy();
  await user.click(markAsDone());
  expect(await screen.findByText('Please say why there is no evidence')).toBeTruthy();
  expect(received).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: /Why is there no evidence/ }), 'Nothing was due');
  await user.click(markAsDone());
  await waitFor(() => expect(onRecorded).toHaveBeenCalled());
  const about = { forDate: DAY, status: 'done', note: 'Nil' };
  expect(received[0]?.body).toEqual({
    userId: 'asha',
    entries: [
      { ...about, id: 'epf', noEvidenceReason: 'Nothing was due' },
      { ...about, id: 'esi', evidence: [evidenceId(1), evidenceId(2)] },
    ],
  });
});

test('one file for all rows is sent once for each; rows that are refused stay, with why', async () => {
  const sent = takeUploads();
  const outcomes = [recorded('epf'), { ...recorded('esi'), outcome: 'refused', recordId: null, message: 'Held' }];
  const received = serve(updateStatuses, () => success(outcomes));
  const { user, onRecorded } = showDialog([]);
  await user.upload(await choose(), pdf('scan.pdf'));
  await waitFor(() => expect(sent).toHaveLength(1));
  arrive(sent[0], 1, 'scan.pdf');
  const place = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Row of scan.pdf' });
  expect(place.value).toBe('Both rows');
  await user.click(markAsDone());
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(screen.getByText('Being sent for 1 more row…')).toBeTruthy();
  arrive(sent[1], 2, 'scan.pdf');
  expect(await within(screen.getByRole('dialog')).findByText('Held')).toBeTruthy();
  expect(received[0]?.body).toMatchObject({
    entries: [
      { id: 'epf', evidence: [evidenceId(1)] },
      { id: 'esi', evidence: [evidenceId(2)] },
    ],
  });
  expect(screen.getByRole('dialog', { name: 'Mark 1 row as done' })).toBeTruthy();
  expect(onRecorded).not.toHaveBeenCalled();
});

test('a file that is for no row, and one that is still on its way, keep it from being recorded', async () => {
  const sent = takeUploads();
  const received = serve(updateStatuses, () => success([]));
  const { user } = showDialog([]);
  await user.upload(await choose(), [pdf('a.pdf'), pdf('b.pdf')]);
  await waitFor(() => expect(sent).toHaveLength(2));
  await user.click(markAsDone());
  expect(await screen.findAllByText('Please choose which row it is for')).toHaveLength(2);
  expect(screen.getByText('Please wait until all files have arrived')).toBeTruthy();
  expect(received).toEqual([]);
});
