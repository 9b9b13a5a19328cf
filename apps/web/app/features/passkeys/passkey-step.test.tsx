import { login } from '@anupalan/contract/auth';
import { type RequestOptions, verifyPasskey, verifyRecoveryCode } from '@anupalan/contract/passkeys';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { failure, serve, success } from '../../../test/fake-server.ts';
import { makeUser } from '../../../test/people.ts';
import { show } from '../../../test/show.tsx';
import { PasskeyStep } from './passkey-step.tsx';

const ASHA = makeUser('Asha');
const GIVEN = { token: 'asha', user: ASHA };

/** Browser's dialog, which is asked with the challenges in `asked`. */
const get = vi.fn();

beforeEach(() => {
  get.mockReset();
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
});

function optionsOf(challenge: string): RequestOptions {
  return { rpId: 'localhost', challenge, timeout: 1, allowCredentials: [], userVerification: 'preferred' };
}

function showStep() {
  const signedIn = vi.fn();
  const back = vi.fn();
  const step = (
    <PasskeyStep email={ASHA.primaryEmail} options={optionsOf('Zmlyc3Q')} onSignedIn={signedIn} onBack={back} />
  );
  return { user: show(step), signedIn, back };
}

function assertion() {
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  return {
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes },
    getClientExtensionResults: () => ({}),
  };
}

function cancelled() {
  return Promise.reject(new DOMException('No', 'NotAllowedError'));
}

function challengesAsked(): string[] {
  return get.mock.calls.map(([{ publicKey }]) => new TextDecoder().decode(publicKey.challenge));
}

test('the passkey is asked for by itself, and signs in', async () => {
  get.mockResolvedValue(assertion());
  const sent = serve(verifyPasskey, () => success(GIVEN));
  const { signedIn } = showStep();
  await waitFor(() => expect(signedIn).toHaveBeenCalled());
  expect(signedIn.mock.calls[0]?.[0]).toEqual(GIVEN);
  expect(challengesAsked()).toEqual(['first']);
  expect(sent[0]?.body).toMatchObject({ email: ASHA.primaryEmail, response: { id: 'AQID', type: 'public-key' } });
});

test('one who cancels can try again, with another challenge', async () => {
  get.mockImplementationOnce(cancelled).mockResolvedValueOnce(assertion());
  const data = { secondFactor: 'passkey', options: optionsOf('c2Vjb25k') };
  const asked = serve(login, () => Response.json({ status: 'success', message: 'Use your passkey to go on', data }));
  serve(verifyPasskey, () => success(GIVEN));
  const { user, signedIn } = showStep();
  expect(await screen.findByText('The passkey was not used: it was cancelled, or took too long.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(signedIn).toHaveBeenCalled());
  expect(asked[0]?.body).toEqual({ email: ASHA.primaryEmail, password: '' });
  expect(challengesAsked()).toEqual(['first', 'second']);
});

test('a password step that is over is said, and another e-mail address can be used', async () => {
  get.mockImplementation(cancelled);
  serve(login, () => failure(400, 'Password is required'));
  const { user, back } = showStep();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Your sign-in has expired. Please enter your password again.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Use a different email' }));
  expect(back).toHaveBeenCalled();
});

test('a browser without passkeys says so, and a recovery code goes on', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  const { user, signedIn } = showStep();
  expect(await screen.findByText(/^This browser cannot use passkeys here/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByText('Recovery code is required')).toBeTruthy();
  serve(verifyRecoveryCode, () => failure(401, 'Invalid recovery code. Please try again.'));
  const box = screen.getByRole('textbox', { name: /Recovery code/ });
  await user.type(box, 'ABCD');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByText('Invalid recovery code. Please try again.')).toBeTruthy();
  serve(verifyRecoveryCode, () => success(GIVEN));
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(signedIn.mock.calls[0]?.[0]).toEqual(GIVEN));
});
