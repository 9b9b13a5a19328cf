import { type Evidence, listEvidence, readSaid, removeEvidence } from '@anupalan/contract/proof/evidence';
import { readEvidenceRoom } from '@anupalan/contract/proof/evidence-room';
import { getOwnProfile } from '@anupalan/contract/users';
import type { MemberRole } from '@anupalan/domain/members';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { acknowledgement, failure, hold, serve, success } from '../../../test/fake-server.ts';
import { takeUploads } from '../../../test/fake-uploads.ts';
import { makeMember, makeUser } from '../../../test/people.ts';
import { show } from '../../../test/show.tsx';
import { evidenceId, makeEvidence, RECORD } from './evidence.fixture.ts';
import EvidenceDialog from './evidence-dialog.tsx';

const NOTHING = {
  ...{ text: 'read', numbers: [], amounts: [], days: [], mismatch: [], sameElsewhere: [] },
  sure: { number: null, amount: null, day: null },
};

let files: Evidence[] = [];

beforeEach(() => {
  localStorage.setItem('token', 'asha');
  files = [];
  serve(listEvidence, () => success(files));
  serve(readSaid, () => success(NOTHING));
});

function showDialog(role: MemberRole = 'manager') {
  serve(getOwnProfile, () => success({ user: makeUser('Asha'), member: makeMember({ role }) }));
  return show(
    <EvidenceDialog
      subject={{ kind: 'record', id: RECORD }}
      title="Done, 15/12/2026"
      isRestricted={false}
      onClose={() => {}}
    />,
  );
}

const PDF = new File(['%PDF-1.7'], 'new.pdf', { type: 'application/pdf' });
const line = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement;
const buttonsOf = (place: HTMLElement) =>
  within(place)
    .getAllByRole('button')
    .map((button) => button.textContent);

test('while the files are on their way it says so, and when that fails it can be tried again', async () => {
  const { answering, letGo } = hold(() => failure(403, 'No'));
  serve(listEvidence, answering);
  const user = showDialog();
  expect(await screen.findByText('Loading files…')).toBeTruthy();
  letGo();
  await screen.findByText('The files could not be loaded.');
  serve(listEvidence, () => success([]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^No files yet/)).toBeTruthy();
});

test('a manager can do everything, a member all but remove, and a viewer looks', async () => {
  files = [makeEvidence(1, { number: 'TRRN 4711', amount: 12_345, documentDay: '2026-11-12T00:00:00.000Z' })];
  showDialog('manager');
  const own = await line('challan-1.pdf');
  expect(own.textContent).toContain('No. TRRN 4711 · ₹12,345');
  expect(own.textContent).toContain('by Asha Rao');
  expect(buttonsOf(own)).toEqual(['Show', 'Download', 'New version', 'Describe', 'Details', 'Remove']);
});

test.each([
  ['member', true, ['Show', 'Download', 'New version', 'Describe', 'Details']],
  ['member', false, ['Show', 'Download', 'New version', 'Details']],
  ['viewer', false, ['Show', 'Download', 'Details']],
] as const)('what a %s can do, whose own it is: %s', async (role, isOwn, buttons) => {
  files = [makeEvidence(1, isOwn ? {} : { by: RECORD })];
  showDialog(role);
  expect(buttonsOf(await line('challan-1.pdf'))).toEqual(buttons);
  expect(screen.queryByLabelText('Add files') === null).toBe(role === 'viewer');
  expect(screen.queryByText(/^You can only read/) !== null).toBe(role === 'viewer');
});

test.each([
  ['waiting', 'Being checked for viruses. It can be fetched once that is done.'],
  ['infected', 'A virus was found in it. Nobody can fetch it; please remove it.'],
] as const)('one that is %s is fetched by nobody', async (verdict, words) => {
  files = [makeEvidence(1, { verdict })];
  showDialog();
  const own = await line('challan-1.pdf');
  expect(own.textContent).toContain(words);
  expect(buttonsOf(own)).not.toContain('Download');
});

test('only what can be drawn is shown', async () => {
  const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  files = [makeEvidence(1, { name: 'wages.xlsx', type: 'xlsx', mediaType })];
  showDialog('viewer');
  expect(buttonsOf(await line('wages.xlsx'))).toEqual(['Download', 'Details']);
});

test('what a document does not say of its record is said, and where the same bytes lie too', async () => {
  const sameElsewhere = [{ _id: evidenceId(9), name: 'x.pdf', title: 'ESI return', day: '2026-10-15T00:00:00.000Z' }];
  serve(readSaid, () =>
    success({ ...NOTHING, mismatch: ['The document names ₹1,200, the record ₹1,500.'], sameElsewhere }),
  );
  files = [makeEvidence(1)];
  showDialog();
  expect(await screen.findByText('The document names ₹1,200, the record ₹1,500.')).toBeTruthy();
  expect(screen.getByText('The same file is already at ESI return, 15/10/2026.')).toBeTruthy();
});

test('earlier versions and what was removed stay in sight, with their hashes', async () => {
  const removed = { at: '2026-11-21T08:00:00.000Z', by: RECORD, byName: 'Vikram Shah', reason: 'Wrong month' };
  files = [
    makeEvidence(2, { replaces: evidenceId(1) }),
    makeEvidence(1, { replacedBy: evidenceId(2) }),
    makeEvidence(3, { removed }),
  ];
  const user = showDialog();
  const own = await line('challan-2.pdf');
  await user.click(within(own).getByRole('button', { name: 'Details of challan-2.pdf' }));
  const earlier = screen.getByRole('list', { name: 'Earlier versions of challan-2.pdf' });
  expect(earlier.textContent).toContain('challan-1.pdf');
  expect(earlier.textContent).toContain('01'.repeat(32));
  const gone = await line('challan-3.pdf');
  expect(gone.textContent).toContain('by Vikram Shah: Wrong month');
  expect(gone.textContent).toContain('03'.repeat(32));
});

test('a file is removed with a reason, and not without one', async () => {
  files = [makeEvidence(1)];
  const sent = serve(removeEvidence, () => acknowledgement());
  const user = showDialog();
  await user.click(await screen.findByRole('button', { name: 'Remove challan-1.pdf' }));
  await user.click(screen.getByRole('button', { name: 'Remove file' }));
  expect(screen.getByText('Please say why it is removed')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: /Why is it removed/ }), 'Another company’s');
  await user.click(screen.getByRole('button', { name: 'Remove file' }));
  await screen.findByText('File removed. Its name and its hash stay.');
  expect(sent).toMatchObject([{ params: { id: evidenceId(1) }, body: { reason: 'Another company’s' } }]);
});

test('a chosen file is sent with its progress to the subject, and then stands among the others', async () => {
  const sent = takeUploads();
  const user = showDialog();
  await user.upload(await screen.findByLabelText('Add files'), PDF);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.address).toBe('/api/evidence');
  expect(Object.fromEntries(sent[0]?.form ?? [])).toMatchObject({ recordId: RECORD, file: { name: 'new.pdf' } });
  sent[0]?.progress(40);
  expect(await screen.findByText('· 40 %')).toBeTruthy();
  sent[0]?.progress(100);
  expect(await screen.findByText('· being looked at')).toBeTruthy();
  files = [makeEvidence(1, { name: 'new.pdf' })];
  sent[0]?.answer(201, { status: 'success', data: { ...files[0], sameFile: [] } });
  await screen.findByRole('button', { name: 'Download new.pdf' });
  expect(screen.getAllByText('new.pdf')).toHaveLength(1);
});

test('a new version names the one that it replaces', async () => {
  const sent = takeUploads();
  files = [makeEvidence(1)];
  const user = showDialog();
  await screen.findByRole('button', { name: 'New version of challan-1.pdf' });
  const input = (await line('challan-1.pdf')).querySelector('input[type=file]') as HTMLInputElement;
  await user.upload(input, PDF);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(Object.fromEntries(sent[0]?.form ?? [])).toMatchObject({ recordId: RECORD, replaces: evidenceId(1) });
});

test('what is pasted is sent; what the server refuses says why and is taken away by hand', async () => {
  const sent = takeUploads();
  const user = showDialog();
  const drop = await screen.findByLabelText('Add files');
  fireEvent.paste(drop, { clipboardData: { files: [PDF], types: ['Files'], items: [] } });
  await waitFor(() => expect(sent).toHaveLength(1));
  sent[0]?.answer(400, { status: 'error', message: 'This is no PDF', errors: { file: 'This is no PDF' } });
  expect((await screen.findByText('This is no PDF')).getAttribute('role')).toBe('alert');
  expect(sent).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Try again: new.pdf' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove new.pdf' }));
  expect(screen.queryByText('new.pdf')).toBeNull();
});

test('what breaks off is sent again, and what can be seen to be wrong is not sent at all', async () => {
  const sent = takeUploads();
  const user = showDialog();
  await user.upload(await screen.findByLabelText('Add files'), [PDF, new File([], 'empty.pdf')]);
  expect(await screen.findByText('The file is empty')).toBeTruthy();
  sent[0]?.breakOff();
  expect(await screen.findByText('· the connection was lost, it is sent again')).toBeTruthy();
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(sent).toHaveLength(2));
});

test('ten files are the most', async () => {
  files = Array.from({ length: 10 }, (_, index) => makeEvidence(index + 1));
  showDialog();
  expect(await screen.findByText(/^10 files at most/)).toBeTruthy();
  expect(screen.queryByLabelText('Add files')).toBeNull();
});

test('a file that is taken off the list leaves the focus at the next one, then at the one before, then at the area', async () => {
  takeUploads();
  const user = showDialog();
  const area = await screen.findByLabelText('Add files');
  await user.upload(
    area,
    ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => new File(['%PDF-1.7'], name)),
  );
  const removal = (name: string) => screen.getByRole('button', { name: `Remove ${name}` });
  removal('b.pdf').focus();
  await user.keyboard('{Enter}');
  expect(removal('c.pdf')).toBe(document.activeElement);
  await user.keyboard('{Enter}');
  expect(removal('a.pdf')).toBe(document.activeElement);
  await user.keyboard('{Enter}');
  expect(area).toBe(document.activeElement);
});

test('each step of a file is told, and not each percent', async () => {
  const sent = takeUploads();
  const user = showDialog();
  await user.upload(await screen.findByLabelText('Add files'), PDF);
  await waitFor(() => expect(sent).toHaveLength(1));
  const told = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  await waitFor(() => expect(told()).toContain('new.pdf: is being sent'));
  sent[0]?.progress(40);
  await screen.findByText('· 40 %');
  expect(told().join()).not.toContain('40');
  sent[0]?.progress(100);
  await waitFor(() => expect(told()).toContain('new.pdf: is being looked at'));
  files = [makeEvidence(1, { name: 'new.pdf' })];
  sent[0]?.answer(201, { status: 'success', data: { ...files[0], sameFile: [] } });
  await waitFor(() => expect(told()).toContain('new.pdf was added'));
});

test('sent again by key, a file keeps the focus', async () => {
  const sent = takeUploads();
  const user = showDialog();
  await user.upload(await screen.findByLabelText('Add files'), PDF);
  for (let tries = 1; tries <= 4; tries += 1) {
    await waitFor(() => expect(sent).toHaveLength(tries));
    sent.at(-1)?.breakOff();
    await waitFor(() => expect(screen.queryByText(/it is sent again$/) === null).toBe(tries === 4));
    window.dispatchEvent(new Event('online'));
  }
  (await screen.findByRole('button', { name: 'Try again: new.pdf' })).focus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Remove new.pdf' })).toBe(document.activeElement);
});

test('a form that is put away gives the focus back to its button, and a removed file to the next one', async () => {
  files = [makeEvidence(1), makeEvidence(2)];
  serve(removeEvidence, () => {
    files = files.map((one) =>
      one._id === evidenceId(1)
        ? { ...one, removed: { at: '2026-11-21T08:00:00.000Z', by: RECORD, byName: 'Asha Rao', reason: 'No' } }
        : one,
    );
    return acknowledgement();
  });
  const user = showDialog();
  const removal = await screen.findByRole('button', { name: 'Remove challan-1.pdf' });
  await user.click(removal);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(removal).toBe(document.activeElement);
  await user.click(removal);
  await user.type(screen.getByRole('textbox', { name: /Why is it removed/ }), 'No');
  await user.click(screen.getByRole('button', { name: 'Remove file' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Remove challan-2.pdf' })).toBe(document.activeElement),
  );
});

const GB = 1024 ** 3;

test.each([
  [{ used: 1.75 * GB, most: 2 * GB, isShared: false }, /^1.7 of 2 GB used by the files of this company\./],
  [
    { used: Math.round(19.99 * GB), most: 20 * GB, isShared: true },
    /^19.9 of 20 GB .* companies that one person pays for\.$/,
  ],
  [{ used: 2 * GB, most: 2 * GB, isShared: false }, /^2 of 2 GB .* Nothing can be added before some are removed/],
])('where little room is left it is said before a file is chosen', async (room, words) => {
  serve(readEvidenceRoom, () => success(room));
  showDialog('member');
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Upgrade for more room' }) === null).toBe(room.isShared);
});
