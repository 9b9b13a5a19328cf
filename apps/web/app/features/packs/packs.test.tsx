import { listActs } from '@anupalan/contract/acts';
import { listComplianceItems } from '@anupalan/contract/compliance-items';
import { addressPack, createPack, listPacks, type Pack } from '@anupalan/contract/proof/packs';
import { getOwnProfile } from '@anupalan/contract/users';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { failure, hold, serve, success } from '../../../test/fake-server.ts';
import { makeMember, makeUser } from '../../../test/people.ts';
import { makePreparedFile, watchDownloads } from '../../../test/prepared-files.ts';
import { pass, show } from '../../../test/show.tsx';
import { REFRESH_MS } from '../prepared-files/under-way.ts';
import { Packs } from './packs.tsx';

beforeEach(() => {
  vi.spyOn(Temporal.Now, 'instant').mockReturnValue(Temporal.Instant.from('2026-11-22T09:00:00Z'));
  localStorage.setItem('token', 'meera');
  serve(getOwnProfile, () => success({ user: makeUser('Meera'), member: makeMember({ plan: 'free' }) }));
  serve(listActs, () => success([]));
  serve(listComplianceItems, () => success([]));
});

const made = (given: Partial<Pack> = {}): Pack => ({
  ...makePreparedFile({ kind: 'pack', name: 'inspection-pack.zip' }),
  ...{ from: '2026-04-01', to: '2026-11-22', acts: null, authority: null },
  ...given,
});

const list = () => screen.findByRole('list', { name: 'Inspection packs' });

test('without packs it says so, once they are loaded; a list that fails is asked for again', async () => {
  const { answering, letGo } = hold(() => failure(503, 'Away'));
  serve(listPacks, answering);
  const user = show(<Packs />);
  expect(await screen.findByText('Loading inspection packs…')).toBeTruthy();
  letGo();
  expect(await screen.findByText('The inspection packs could not be loaded.')).toBeTruthy();
  serve(listPacks, () => success([]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No packs yet')).toBeTruthy();
});

test('a pack that is asked for is listed with how far it is, and nobody asks for another meanwhile', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-22T09:00:00Z') });
  let packs: Pack[] = [];
  serve(listPacks, () => success(packs));
  const asked = serve(createPack, () => {
    packs = [made({ state: 'waiting', progress: { done: 0, of: null }, size: null, until: null, endedAt: null })];
    return Response.json({ status: 'success', data: packs[0] }, { status: 201 });
  });
  const user = show(<Packs />);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Make pack' });
  await screen.findByText('No packs yet');
  await user.click(button);
  expect(within(await list()).getByText('Waiting for its turn')).toBeTruthy();
  expect(asked.map(({ body }) => body)).toEqual([{ from: '2026-04-01T00:00:00.000Z', to: '2026-11-22T00:00:00.000Z' }]);
  expect(button.disabled).toBe(true);
  expect(screen.getByText('One is being made already. Please wait until it is ready.')).toBeTruthy();
  packs = [made({ state: 'making', progress: { done: 30, of: 40 }, size: null, until: null, endedAt: null })];
  await pass(REFRESH_MS);
  expect(within(await list()).getByText('Being made: 75 %')).toBeTruthy();
  const bar = within(await list()).getByRole('progressbar', { name: 'How far inspection-pack.zip is' });
  expect(bar.getAttribute('aria-valuenow')).toBe('75');
  packs = [made()];
  await pass(REFRESH_MS);
  expect(within(await list()).getByText('Ready: 12.4 MB, until 23 Nov 2026, 08:05')).toBeTruthy();
  expect(button.disabled).toBe(false);
});

test('why there is none is said in the form, which stays as it was', async () => {
  serve(listPacks, () => success([]));
  const words =
    'Files made for a free company may take 3 GB together. Please choose fewer days or acts, or upgrade to Premium';
  serve(createPack, () => failure(409, words));
  const user = show(<Packs />);
  const from = await screen.findByRole<HTMLInputElement>('textbox', { name: /From/ });
  await user.click(await screen.findByRole('button', { name: 'Make pack' }));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(from.value).toBe('01/04/2026');
});

test('one that failed says why; a ready one is downloaded, and one that is gone leaves the list', async () => {
  const fault = 'Something went wrong while it was made. Please try again.';
  let packs = [
    made({
      _id: '0199f000-0000-7000-8000-0000000000f2',
      name: 'ready.zip',
      acts: [{ _id: '0199f000-0000-7000-8000-0000000000a1', name: 'Factories Act' }],
    }),
    made({ _id: '0199f000-0000-7000-8000-0000000000f3', state: 'failed', fault, size: null, until: null }),
  ];
  serve(listPacks, () => success(packs));
  const asked = serve(addressPack, () =>
    Response.json(
      {
        status: 'success',
        data: { address: 'http://elsewhere/api/packs/files/abc', until: '2026-11-22T09:01:00.000Z' },
      },
      { status: 201 },
    ),
  );
  const downloads = watchDownloads();
  const user = show(<Packs />);
  expect(within(await list()).getByText(fault)).toBeTruthy();
  expect(screen.getByText(/^Factories Act · asked for on 22 Nov 2026, 08:00$/)).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^Download/ })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Download ready.zip' }));
  await vi.waitFor(() => expect(downloads).toEqual(['/api/packs/files/abc']));
  expect(asked.map(({ params }) => params.id)).toEqual(['0199f000-0000-7000-8000-0000000000f2']);
  serve(addressPack, () => failure(404, 'This file is not there any more'));
  packs = [];
  await user.click(screen.getByRole('button', { name: 'Download ready.zip' }));
  expect(await screen.findByText('This file is not there any more')).toBeTruthy();
  expect(await screen.findByText('No packs yet')).toBeTruthy();
  expect(downloads).toHaveLength(1);
});

test.each(['member', 'viewer'] as const)('a %s reads who makes them, and nothing is asked for', async (role) => {
  const asked = serve(listPacks, () => success([]));
  serve(getOwnProfile, () => success({ user: makeUser('Asha'), member: makeMember({ role }) }));
  show(<Packs />);
  expect(await screen.findByText('Managers make packs here')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Make pack' })).toBeNull();
  expect(asked).toEqual([]);
});
