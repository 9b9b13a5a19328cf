import { listCompanyFiles, type TakenIn } from '@anupalan/contract/proof/company-files';
import { getOwnProfile } from '@anupalan/contract/users';
import type { Role } from '@anupalan/domain/plans';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { serve, success } from '../../../test/fake-server.ts';
import { type SentForm, takeUploads } from '../../../test/fake-uploads.ts';
import { makeMember, makeUser } from '../../../test/people.ts';
import { show } from '../../../test/show.tsx';
import { CompanyFile } from './company-file.tsx';

const ID = '0199f000-0000-7000-8000-0000000000c1';

const SAID: TakenIn = {
  companyId: null,
  companyName: 'Meera Stores',
  made: '2026-11-20T06:00:00.000Z',
  again: false,
  signedBy: 'another',
  fingerprint: 'ab'.repeat(32),
  head: null,
  rows: { status_records: 1204 },
  evidence: { files: 12, bytes: 4_000_000 },
  people: 3,
  faults: [],
  leftOut: [],
};

let sent: SentForm[];

beforeEach(() => {
  localStorage.setItem('token', 'asha');
  sent = takeUploads();
  serve(listCompanyFiles, () => success([]));
});

async function chooseFile(role: Role = 'premium') {
  const member = makeMember({ role: 'owner', companyName: 'Rao & Sons' });
  serve(getOwnProfile, () => success({ user: makeUser('Asha', role), member }));
  const user = show(<CompanyFile />);
  await screen.findByRole('radio', { name: /Rao & Sons/ });
  return {
    user,
    choose: async () => {
      const file = new File(['PK'], 'company.zip', { type: 'application/zip' });
      await user.upload(screen.getByLabelText('File of the company'), file);
      await waitFor(() => expect(sent).toHaveLength(1));
    },
  };
}

const answer = (n: number, said: Partial<TakenIn> = {}) =>
  sent[n]?.answer(200, { status: 'success', message: 'Read', data: { ...SAID, ...said } });

test('a file fills the company that its owner chose, and says what was done', async () => {
  const { user, choose } = await chooseFile();
  await user.click(screen.getByRole('radio', { name: /Rao & Sons/ }));
  await choose();
  sent[0]?.progress(41.9);
  expect(await screen.findByText('Sending the file … 41 %')).toBeTruthy();
  answer(0);
  await user.click(await screen.findByRole('button', { name: 'Bring Meera Stores in' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ form }) => [form.get('dryRun'), form.get('fill')])).toEqual([
    ['true', 'true'],
    ['false', 'true'],
  ]);
  answer(1, { companyId: ID });
  expect(await screen.findByText('Meera Stores is here')).toBeTruthy();
  expect(screen.getByText(/1,204 of statuses and notes/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open Meera Stores' }).getAttribute('href')).toBe(`/dashboard?company=${ID}`);
  expect(screen.getByRole('link', { name: 'Invite people' }).getAttribute('href')).toContain('/company/people');
});

test('it becomes a company of its own unless that is chosen', async () => {
  const { choose } = await chooseFile('premium');
  expect(screen.getByRole('radio', { name: /a company of its own/ })).toHaveProperty('checked', true);
  await choose();
  expect(sent[0]?.form.get('fill')).toBeNull();
});

test('on the free plan it fills the company that is there', async () => {
  await chooseFile('user');
  expect(screen.getByRole('radio', { name: /Rao & Sons/ })).toHaveProperty('checked', true);
});

test('what came in before is here, and is not sent again', async () => {
  const { choose } = await chooseFile();
  await choose();
  answer(0, { again: true, companyId: ID });
  expect(await screen.findByText(/brought this very file in before: nothing was changed/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open Meera Stores' })).toBeTruthy();
  expect(sent).toHaveLength(1);
});

test('faults are told, and nothing can be done but to choose another file', async () => {
  const { user, choose } = await chooseFile();
  await choose();
  answer(0, { faults: ['This company has something recorded already. Bring it in as a further company.'] });
  expect(await screen.findByText(/has something recorded already/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Bring Meera/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Choose another file' }));
  expect(screen.getByLabelText('File of the company')).toBeTruthy();
});

test('a failure keeps the file and says why', async () => {
  const { choose } = await chooseFile();
  await choose();
  sent[0]?.answer(413, { status: 'error', message: 'The file may have at most 20 GB' });
  expect(await screen.findByText('The file may have at most 20 GB')).toBeTruthy();
  expect(screen.getByText('company.zip')).toBeTruthy();
});

test.each([
  ['owner', true],
  ['manager', false],
  ['viewer', false],
] as const)('a company is taken out by its owner; a %s reads so', async (role, makes) => {
  const member = makeMember({ role, companyName: 'Rao & Sons' });
  serve(getOwnProfile, () => success({ user: makeUser('Asha', 'premium'), member }));
  show(<CompanyFile />);
  await screen.findByText('Take the company’s data out');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Make the file' }) !== null).toBe(makes));
  expect(screen.queryByText(/^The owner of Rao & Sons does that here/) === null).toBe(makes);
});
