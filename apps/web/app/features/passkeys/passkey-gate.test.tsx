import { addPasskey, beginPasskey, listOwnPasskeys } from '@anupalan/contract/passkeys';
import { getOwnProfile } from '@anupalan/contract/users';
import { useQuery } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { serve, success } from '../../../test/fake-server.ts';
import { makeUser } from '../../../test/people.ts';
import { show } from '../../../test/show.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { useSession } from '../../lib/session/session.tsx';
import { PasskeyGate } from './passkey-gate.tsx';
// Loaded beforehand: the page loads it late, and the machine may be busy.
import './passkey-required.tsx';

const ADMIN = makeUser('Meera', 'admin');
const PASSKEY = {
  _id: '01990000-0000-7000-8000-000000000001',
  name: 'Laptop',
  createdAt: '2026-11-20T08:00:00.000Z',
  lastUsedAt: null,
};
const CODES = ['AAAA-1111', 'BBBB-2222'];

let passkeys: unknown[] = [];

beforeEach(() => {
  passkeys = [];
  localStorage.setItem('token', 'meera');
  serve(listOwnPasskeys, () =>
    success({ passkeys, recoveryCodesLeft: 10, address: window.location.origin, required: true }),
  );
});

function serveProfile(needed: () => boolean) {
  serve(getOwnProfile, () => success({ user: ADMIN, ...(needed() && { passkeyNeeded: true }) }));
}

function Page() {
  const { user } = useSession();
  return user ? <h1>Dashboard of {user.firstName}</h1> : null;
}

test('who needs a passkey adds one, reads the recovery codes, and only then goes on', async () => {
  serveProfile(() => passkeys.length === 0);
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  vi.stubGlobal('PublicKeyCredential', class {});
  const create = async () => ({
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    response: { clientDataJSON: bytes, attestationObject: bytes, getTransports: () => ['internal'] },
    getClientExtensionResults: () => ({}),
  });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } });
  serve(beginPasskey, () =>
    success({
      rp: { id: 'localhost', name: 'Anupalan' },
      user: { id: 'AQID', name: ADMIN.primaryEmail, displayName: 'Meera Rao' },
      challenge: 'Zmlyc3Q',
      pubKeyCredParams: [],
      timeout: 1,
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'preferred',
        userVerification: 'preferred',
        requireResidentKey: false,
      },
      attestation: 'none',
    }),
  );
  const sent = serve(addPasskey, () => {
    passkeys = [PASSKEY];
    return Response.json({ status: 'success', data: { passkey: PASSKEY, recoveryCodes: CODES } }, { status: 201 });
  });

  const user = show(
    <PasskeyGate>
      <Page />
    </PasskeyGate>,
  );
  expect(await screen.findByRole('heading', { name: 'Add a passkey to go on' })).toBeTruthy();
  expect(screen.queryByText('Dashboard of Meera')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  await user.click(await screen.findByRole('button', { name: 'Go on' }));
  const dialog = await screen.findByRole('dialog', { name: 'Your recovery codes' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(CODES);
  expect(sent[0]?.body).toMatchObject({ name: 'Passkey 1', response: { id: 'AQID' } });
  expect(screen.queryByText('Dashboard of Meera')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'I have saved them' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove Laptop' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Dashboard of Meera')).toBeTruthy();
});

test('a refusal for want of a passkey, after a promotion, leads there too', async () => {
  let promoted = false;
  serveProfile(() => promoted);
  const refusal = new ApiError(403, 'Add a passkey to go on', { secondFactor: 'Add a passkey to go on' });
  function Promoted() {
    useQuery({
      queryKey: ['refused'],
      queryFn: () => {
        promoted = true;
        throw refusal;
      },
    });
    return <Page />;
  }
  show(
    <PasskeyGate>
      <Promoted />
    </PasskeyGate>,
  );
  expect(await screen.findByRole('heading', { name: 'Add a passkey to go on' })).toBeTruthy();
});
