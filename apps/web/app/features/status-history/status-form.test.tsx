import { listComplianceItems } from '@anupalan/contract/compliance-items';
import { readSaid, removeEvidence } from '@anupalan/contract/proof/evidence';
import { addNote, type StatusEntry, updateStatus } from '@anupalan/contract/status-history';
import { getOwnProfile } from '@anupalan/contract/users';
import type { Role } from '@anupalan/domain/plans';
import type { Status } from '@anupalan/domain/statuses';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { acknowledgement, failure, hold, serve, success } from '../../../test/fake-server.ts';
import { takeUploads } from '../../../test/fake-uploads.ts';
import { makeMember, makeUser } from '../../../test/people.ts';
import { show } from '../../../test/show.tsx';
import { useComplianceItems } from '../compliance-items/calls.ts';
import { trackItem } from '../compliance-items/compliance-row.ts';
import { makeEntry, makeItem, TODAY } from '../compliance-items/items.fixture.ts';
import { makeEvidence } from '../evidence/evidence.fixture.ts';
import { StatusForm } from './status-form.tsx';
// Loaded beforehand: the form loads it late, and the machine may be busy.
import '../evidence/staged-evidence.tsx';

const ASHA = makeUser('Asha');
const ITEM = '01990000-0000-7000-8000-000000000001';
const ENTRY = '01990000-0000-7000-8000-000000000002';
const FIRST = '2026-11-15';

beforeEach(() => {
  serve(listComplianceItems, () =>
    success([{ ...makeItem({ _id: ITEM, actId: ITEM, first: FIRST }), userId: ASHA._id }]),
  );
});

/** Entry that the server answers once the status is recorded. */
function recorded(status: Status): StatusEntry {
  const { history, ...entry } = makeEntry(ITEM, FIRST, status, ASHA._id);
  return { ...entry, _id: ENTRY, history: history.map((record) => ({ ...record, _id: ENTRY })) };
}

type Needs = { hasChecker?: boolean; requiresEvidence?: boolean };

function Tracking({ role, ...needs }: { role: Role } & Needs) {
  const [day, setDay] = useState<Temporal.PlainDate | null>(Temporal.PlainDate.from(FIRST));
  const [item] = useComplianceItems().data ?? [];
  if (!item) return null;
  const plan = role === 'user' ? 'free' : 'premium';
  const actor = { userId: ASHA._id, role, impersonating: false, member: 'owner', plan } as const;
  return (
    <StatusForm
      itemId={item._id}
      actor={actor}
      recorded={trackItem(item, TODAY).recorded}
      day={day}
      onDay={setDay}
      today={TODAY}
      {...needs}
    />
  );
}

async function showForm(role: Role = 'premium', needs: Needs = {}) {
  const user = show(<Tracking role={role} {...needs} />);
  await screen.findByRole('button', { name: 'Update Status' });
  return user;
}

function choice(status: string) {
  return screen.getByRole<HTMLInputElement>('radio', { name: status });
}

function chosen() {
  return screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.labels?.[0]?.textContent;
}

function dateBox() {
  return screen.getByRole('textbox', { name: 'Date' });
}

function note() {
  return screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
}

function button(name: string) {
  return screen.getByRole<HTMLButtonElement>('button', { name });
}

/** Text about the day's status. */
function status() {
  return screen.getByText(/^Status on this date:/).textContent?.replace('Status on this date: ', '');
}

test('without Premium three statuses are open, the others say why not, and there are no notes alone', async () => {
  await showForm('user');
  const radios = screen.getAllByRole<HTMLInputElement>('radio');
  const open = radios.filter(({ disabled }) => !disabled).map(({ labels }) => labels?.[0]?.textContent);
  expect(open).toEqual(['Done', 'Not Done', 'Pending']);
  const reason = document.getElementById(choice('On Hold').getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('Upgrade to Premium to use these statuses');
  expect(screen.queryByRole('button', { name: 'Add Note' })).toBeNull();
});

test('with Premium all are', async () => {
  await showForm('premium');
  expect(screen.getAllByRole<HTMLInputElement>('radio').filter(({ disabled }) => disabled)).toEqual([]);
  expect(button('Add Note')).toBeTruthy();
});

test('a recorded status is shown at once, sent as it was chosen, and then the form is empty again', async () => {
  const { answering, letGo } = hold(() => success({ statusHistory: [recorded('done')] }));
  const sent = serve(updateStatus, answering);
  const user = await showForm();
  expect([status(), chosen()]).toEqual(['Not Done', 'Not Done']);
  await user.click(choice('Done'));
  await user.type(note(), ' Challan 4711 ');
  await user.click(button('Update Status'));

  await waitFor(() => expect(status()).toBe('Done'));
  expect(button('Update Status').disabled).toBe(true);
  expect(note().value).toBe(' Challan 4711 ');
  const forDate = `${FIRST}T00:00:00.000Z`;
  expect(sent).toMatchObject([
    { params: { id: ITEM }, body: { userId: ASHA._id, status: 'done', forDate, note: 'Challan 4711' } },
  ]);

  letGo();
  await screen.findByText('Status updated successfully');
  expect([status(), chosen(), note().value]).toEqual(['Done', 'Done', '']);
  expect(button('Update Status').disabled).toBe(false);
});

test('what is typed while it is sent stays', async () => {
  const { answering, letGo } = hold(() => success({ statusHistory: [recorded('done')] }));
  serve(updateStatus, answering);
  const user = await showForm();
  await user.click(choice('Done'));
  await user.type(note(), 'Filed');
  await user.click(button('Update Status'));
  await user.type(note(), ', and paid');
  letGo();
  await screen.findByText('Status updated successfully');
  expect(note().value).toBe('Filed, and paid');
});

test('when the server refuses, the status is as before and what was chosen and typed is still there', async () => {
  const { answering, letGo } = hold(() => failure(409, 'This day already has 200 records'));
  serve(updateStatus, answering);
  const user = await showForm();
  await user.click(choice('Done'));
  await user.type(note(), 'Filed');
  await user.click(button('Update Status'));
  await waitFor(() => expect(status()).toBe('Done'));
  letGo();
  await screen.findByText('This day already has 200 records');
  expect([status(), chosen(), note().value]).toEqual(['Not Done', 'Done', 'Filed']);
  expect(button('Update Status').disabled).toBe(false);
});

test('a choice is about its day', async () => {
  const user = await showForm();
  await user.click(choice('Done'));
  await user.clear(dateBox());
  await user.type(dateBox(), '15/12/2026');
  expect([status(), chosen()]).toEqual(['Pending', 'Pending']);
});

test('without a day nothing is sent, and the box says what is wrong until there is one', async () => {
  const sent = serve(updateStatus, () => failure(500, 'No'));
  const user = await showForm();
  await user.clear(dateBox());
  await user.click(button('Update Status'));
  expect(dateBox().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getAllByText('Please select a date').length).toBeGreaterThan(0);
  await user.type(dateBox(), '30/02/2027');
  await user.click(button('Update Status'));
  expect(screen.getAllByText('Invalid date format').length).toBeGreaterThan(0);
  await user.clear(dateBox());
  await user.type(dateBox(), '15/12/2026');
  expect(dateBox().getAttribute('aria-invalid')).not.toBe('true');
  expect(sent).toEqual([]);
});

test('a note alone changes no status and leaves the choice', async () => {
  const sent = serve(addNote, () => success({ statusHistory: [] }));
  const user = await showForm();
  await user.click(choice('On Hold'));
  await user.type(note(), 'Asked the bank');
  await user.click(button('Add Note'));
  await waitFor(() => expect(note().value).toBe(''));
  expect(sent).toMatchObject([{ body: { note: 'Asked the bank' } }]);
  expect([status(), chosen()]).toEqual(['Not Done', 'On Hold']);
});

test('an empty note is not sent, and the box that it is missing from has the focus', async () => {
  const sent = serve(addNote, () => success({ statusHistory: [] }));
  const user = await showForm();
  await user.type(note(), '  ');
  await user.click(button('Add Note'));
  expect(note()).toBe(document.activeElement);
  const form = within(note().form ?? document.body);
  expect(form.getByText('Please enter a note before submitting')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('of an item with a checker it is said that the record waits', async () => {
  const { history: _, ...entry } = recorded('pending');
  const waiting = { _id: ENTRY, status: 'done', note: '', updatedBy: ASHA._id, createdAt: entry.createdAt } as const;
  serve(updateStatus, () => success({ statusHistory: [{ ...entry, history: [], waiting }] }));
  const user = await showForm('premium', { hasChecker: true });
  await user.click(choice('Done'));
  await user.click(button('Update Status'));
  await screen.findByText('Recorded. It counts once it is checked.');
  expect(status()).toBe('Pending');
});

test('where the server wants to know why there is no evidence, the form asks, and sends what was said', async () => {
  const words = 'Please say why there is no evidence';
  let isRefused = false;
  const sent = serve(updateStatus, () => {
    if (isRefused) return success({ statusHistory: [recorded('done')] });
    isRefused = true;
    return failure(400, words, { noEvidenceReason: words });
  });
  const user = await showForm();
  expect(screen.queryByRole('textbox', { name: /evidence/ })).toBeNull();
  await user.click(choice('Done'));
  await user.click(button('Update Status'));
  const box = await screen.findByRole('textbox', { name: /Why is there no evidence/ });
  await user.type(box, 'The portal gives none');
  await user.click(button('Update Status'));
  await screen.findByText('Status updated successfully');
  expect(sent[1]).toMatchObject({ body: { noEvidenceReason: 'The portal gives none' } });
  expect(screen.queryByRole('textbox', { name: /evidence/ })).toBeNull();
});

/** Signs Asha in, without whom nobody adds files. */
function signIn() {
  localStorage.setItem('token', 'asha');
  serve(getOwnProfile, () => success({ user: ASHA, member: makeMember() }));
}

const CHALLAN = new File(['%PDF-1.7'], 'challan.pdf', { type: 'application/pdf' });
const staged = (given = {}) => ({
  status: 'success',
  data: { ...makeEvidence(1, { name: 'challan.pdf', subject: null, ...given }), sameFile: [] },
});

test('a file is sent while the form is filled in, tells what was read in it, and goes with the record', async () => {
  signIn();
  const uploads = takeUploads();
  serve(readSaid, () =>
    success({
      text: 'read',
      numbers: ['TRRN 4711', '4712'],
      amounts: [1300, 1250],
      days: ['2026-11-11T00:00:00.000Z', '2026-11-12T00:00:00.000Z'],
      sure: { number: 'TRRN 4711', amount: 1250, day: '2026-11-12T00:00:00.000Z' },
      mismatch: [],
      sameElsewhere: [],
    }),
  );
  const sent = serve(updateStatus, () => success({ statusHistory: [recorded('done')] }));
  const user = await showForm();
  await user.click(await screen.findByRole('button', { name: 'Attach files' }));
  await user.upload(await screen.findByLabelText('Evidence'), CHALLAN);
  await user.click(choice('Done'));
  await user.click(button('Update Status'));
  expect(await screen.findByText('Please wait until all files have arrived')).toBeTruthy();
  expect(sent).toEqual([]);
  expect([...(uploads[0]?.form.keys() ?? [])]).toEqual(['file']);
  uploads[0]?.answer(201, staged());
  expect((await screen.findByText(/^Read in it/)).textContent).toBe(
    'Read in it: No. TRRN 4711 · ₹1,250.00 · 12/11/2026',
  );
  await user.type(note(), 'Paid late');
  await user.click(button('Update Status'));
  await screen.findByText('Status updated successfully');
  expect(sent).toMatchObject([{ body: { status: 'done', note: 'Paid late', evidence: [makeEvidence(1)._id] } }]);
  expect(screen.queryByText('challan.pdf')).toBeNull();
});

test('where evidence is asked for, a file does as well as the reason why there is none', async () => {
  signIn();
  const uploads = takeUploads();
  serve(updateStatus, () => success({ statusHistory: [recorded('done')] }));
  const user = await showForm('premium', { requiresEvidence: true });
  await user.click(choice('Done'));
  const reason = () => screen.queryByRole('textbox', { name: /Why is there no evidence/ });
  expect(reason()).toBeTruthy();
  await user.upload(await screen.findByLabelText('Evidence'), new File(['x'], 'photo.jpg'));
  expect(reason()).toBeNull();
  uploads[0]?.answer(201, staged({ type: 'jpg', mediaType: 'image/jpeg' }));
  const discarded = serve(removeEvidence, () => acknowledgement());
  await screen.findByRole('button', { name: 'Show photo.jpg' });
  await user.click(screen.getByRole('button', { name: 'Remove photo.jpg' }));
  expect(reason()).toBeTruthy();
  await waitFor(() => expect(discarded).toHaveLength(1));
});
