import {
  type ApiToken,
  changeApiTokenPolicy,
  createApiToken,
  listApiTokens,
  revokeApiToken,
} from '@anupalan/contract/people/api-tokens';
import { getOwnProfile } from '@anupalan/contract/users';
import type { MemberRole } from '@anupalan/domain/members';
import { SCOPES } from '@anupalan/domain/permissions/scopes';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { acknowledgement, failure, serve, success } from '../../../test/fake-server.ts';
import { makeMember, makeUser } from '../../../test/people.ts';
import { show } from '../../../test/show.tsx';
import ApiTokens from './api-tokens.tsx';
import { groupScopes } from './scope-words.ts';
// Loaded beforehand: the page loads it late, and the machine may be busy.
import './create-token.tsx';

const COLLEAGUE = '01990000-0000-7000-8000-0000000000aa';

let listed: ApiToken[] = [];
let allowed = true;

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00Z');
  localStorage.setItem('token', 'meera');
  listed = [];
  allowed = true;
  serve(listApiTokens, () => Response.json({ status: 'success', data: listed, allowed }));
});

function make(given: Partial<ApiToken> = {}): ApiToken {
  return {
    _id: '01990000-0000-7000-8000-000000000001',
    name: 'Payroll',
    scopes: ['acts:read', 'compliance-items:read'],
    userId: makeUser('Meera')._id,
    firstName: 'Meera',
    lastName: 'Iyer',
    createdAt: '2026-11-01T06:00:00.000Z',
    expiresAt: '2027-01-30T06:00:00.000Z',
    lastUsedAt: null,
    ...given,
  };
}

function showSection(role: MemberRole = 'owner') {
  serve(getOwnProfile, () => success({ user: makeUser('Meera'), member: makeMember({ role }) }));
  return show(<ApiTokens />);
}

test('every scope has its line, in some group', () => {
  const lines = groupScopes(SCOPES).flatMap((group) => group.lines.flatMap(({ read, write }) => [read, write]));
  expect(lines.filter((scope) => scope !== undefined).toSorted()).toEqual([...SCOPES].toSorted());
});

test('a token says what it may, when it was used and when it ends; of others the owner reads whose it is', async () => {
  listed = [
    make(),
    make({
      _id: '01990000-0000-7000-8000-000000000002',
      name: 'Old',
      expiresAt: '2026-11-20T06:00:00.000Z',
      userId: COLLEAGUE,
      firstName: 'Ravi',
    }),
  ];
  showSection();
  const mine = (await screen.findByText('Payroll')).closest('li');
  expect(mine?.textContent).toContain(
    'Only reads (2 permissions) · made on 01/11/2026, not used yet, ends on 30/01/2027',
  );
  const old = screen.getByText('Old').closest('li');
  expect(old?.textContent).toContain('Ended');
  expect(old?.textContent).toContain('Ravi Iyer, Only reads');
});

test('a token is made to read unless more is chosen, and its text is shown once', async () => {
  const sent = serve(createApiToken, () =>
    Response.json({ status: 'success', data: { ...make(), token: 'anu_secret' } }, { status: 201 }),
  );
  const user = showSection();
  await user.click(await screen.findByRole('button', { name: 'Create API token' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create API token' });
  await user.click(within(dialog).getByRole('button', { name: 'Create token' }));
  expect(await within(dialog).findByText('Please name the token')).toBeTruthy();
  await user.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'Payroll');
  await user.click(within(dialog).getByRole('button', { name: 'Create token' }));
  expect(await screen.findByDisplayValue('anu_secret')).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual([
    {
      name: 'Payroll',
      scopes: SCOPES.filter((scope) => scope.endsWith(':read')),
      expiresAt: '2027-02-19T18:29:59.000Z',
    },
  ]);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByDisplayValue('anu_secret')).toBeNull());
});

test('each permission can be chosen, as far as one’s role has it; what the server refuses stays in the form', async () => {
  const refusal = 'You can have 20 API tokens. Revoke one that nobody needs any more.';
  const sent = serve(createApiToken, () => failure(409, refusal));
  const user = showSection('member');
  await user.click(await screen.findByRole('button', { name: 'Create API token' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create API token' });
  await user.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'Claude');
  await user.click(within(dialog).getByRole('radio', { name: /What I choose/ }));
  expect(within(dialog).queryByRole('checkbox', { name: 'Change: Registrations and licences' })).toBeNull();
  for (const box of within(dialog).getAllByRole<HTMLInputElement>('checkbox')) if (box.checked) await user.click(box);
  await user.click(within(dialog).getByRole('button', { name: 'Create token' }));
  expect((await within(dialog).findByText('Choose what the token may do')).textContent).toBeTruthy();
  await user.click(within(dialog).getByRole('checkbox', { name: 'Change: Statuses, notes and history' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create token' }));
  expect(await within(dialog).findByText(/Revoke one that nobody needs/)).toBeTruthy();
  expect(sent.map(({ body }) => body)).toMatchObject([{ name: 'Claude', scopes: ['status-history:write'] }]);
  expect(within(dialog).getByDisplayValue('Claude')).toBeTruthy();
});

test('a token is revoked after a question', async () => {
  listed = [make()];
  serve(revokeApiToken, () => {
    listed = [];
    return acknowledgement();
  });
  const user = showSection('member');
  await user.click(await screen.findByRole('button', { name: 'Revoke API token: Payroll' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('No program works with this company yet.')).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: /People of this company/ })).toBeNull();
});

test('the owner forbids tokens, and everybody sees it', async () => {
  const sent = serve(changeApiTokenPolicy, () => {
    allowed = false;
    return acknowledgement();
  });
  const user = showSection();
  await user.click(await screen.findByRole('checkbox', { name: /People of this company/ }));
  expect(await screen.findByText(/does not allow API tokens/)).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual([{ allowed: false }]);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create API token' }).disabled).toBe(true);
});
