import { addressExport, exportTable, listExports } from '@anupalan/contract/proof/exports';
import { getOwnProfile } from '@anupalan/contract/users';
import type { MemberRole } from '@anupalan/domain/members';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { failure, hold, serve, success } from '../../../test/fake-server.ts';
import { makeMember, makeUser } from '../../../test/people.ts';
import { makePreparedFile, watchDownloads } from '../../../test/prepared-files.ts';
import { pass, show } from '../../../test/show.tsx';
import { REFRESH_MS } from '../prepared-files/under-way.ts';
import { Exports } from './exports.tsx';
// Loaded beforehand: the page loads it late, and the machine may be busy.
import './export-dialog.tsx';

beforeEach(() => {
  localStorage.setItem('token', 'meera');
});

function showPage(role: MemberRole = 'owner') {
  serve(getOwnProfile, () => success({ user: makeUser('Meera'), member: makeMember({ role }) }));
  return show(<Exports />);
}

const list = () => screen.findByRole('list', { name: 'Long exports' });

test('each table is offered; who makes packs is led there', async () => {
  serve(listExports, () => success([]));
  showPage();
  const buttons = await screen.findAllByRole('button', { name: /^Export the/ });
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    ...['Export the compliance register', 'Export the status register', 'Export the payments register'],
    'Export the activity',
  ]);
  expect(await screen.findByRole('link', { name: 'make a pack' })).toBeTruthy();
  expect(screen.queryByText('Long exports')).toBeNull();
});

test('a member is not led to packs; a list that fails is asked for again', async () => {
  const { answering, letGo } = hold(() => failure(503, 'Away'));
  serve(listExports, answering);
  const user = showPage('member');
  expect(await screen.findByText('Loading exports…')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'make a pack' })).toBeNull();
  letGo();
  expect(await screen.findByText('The exports could not be loaded.')).toBeTruthy();
  serve(listExports, () => success([makePreparedFile()]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(within(await list()).getByText('Ready: 12.4 MB, until 23 Nov 2026, 08:05')).toBeTruthy();
});

test('a short table is saved; what is refused stays in the form', async () => {
  serve(listExports, () => success([]));
  const downloads = watchDownloads();
  URL.createObjectURL = () => 'blob:table';
  URL.revokeObjectURL = () => {};
  const fault = 'The last day must not be before the first';
  const asked = serve(exportTable, () => failure(400, fault, { to: fault }));
  const user = showPage();
  await user.click(await screen.findByRole('button', { name: 'Export the payments register' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'CSV' }));
  expect(await dialog.findByText(fault)).toBeTruthy();
  serve(exportTable, () => new Response('a,b', { headers: { 'content-type': 'text/csv' } }));
  await user.click(dialog.getByRole('button', { name: 'CSV' }));
  await vi.waitFor(() => expect(downloads).toEqual(['blob:table']));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.map(({ params }) => params.table)).toEqual(['payments']);
});

test('a long one is said to be made, listed with how far it is, and downloaded once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-22T09:00:00Z') });
  const making = makePreparedFile({ state: 'making', progress: { done: 0, of: null }, size: null, until: null });
  let files = [makePreparedFile({ _id: making._id.replace(/.$/, '2'), state: 'failed', fault: 'It is too long' })];
  serve(listExports, () => success(files));
  serve(exportTable, () => {
    files = [making];
    return Response.json({ status: 'success', data: making }, { status: 202 });
  });
  const user = showPage();
  expect(within(await list()).getByText('It is too long')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Export the status register' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excel (XLSX)' }));
  expect(await screen.findByText('The file is being made')).toBeTruthy();
  const [, close] = screen.getAllByRole('button', { name: 'Close' });
  await user.click(close ?? document.body);
  expect(within(await list()).getByText('Being made')).toBeTruthy();
  files = [{ ...making, progress: { done: 1, of: 3 } }];
  await pass(REFRESH_MS);
  expect(within(await list()).getByText('Being made: 33 %')).toBeTruthy();
  files = [makePreparedFile()];
  await pass(REFRESH_MS);
  const downloads = watchDownloads();
  const address = 'http://elsewhere/api/exports/files/abc';
  serve(addressExport, () =>
    Response.json({ status: 'success', data: { address, until: '2026-11-22T09:01:00.000Z' } }, { status: 201 }),
  );
  await user.click(await screen.findByRole('button', { name: 'Download status-register-2026-11-22.xlsx' }));
  await vi.waitFor(() => expect(downloads).toEqual(['/api/exports/files/abc']));
  serve(addressExport, () => failure(404, 'This file is not there any more'));
  files = [];
  await user.click(screen.getByRole('button', { name: 'Download status-register-2026-11-22.xlsx' }));
  expect(await screen.findByText('This file is not there any more')).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByText('Long exports')).toBeNull());
});
