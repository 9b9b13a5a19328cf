import type { Assertion, CreationOptions, MadeCredential, RequestOptions } from '@anupalan/contract/passkeys';

/** Failure of the browser's own passkey dialog, in words for its user. */
class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
}

/** Has the browser make a new passkey. Throws an error whose message is for the user. */
export async function createPasskey(options: CreationOptions): Promise<MadeCredential> {
  const { browserSupportsWebAuthn, startRegistration } = await loadWebAuthn();
  if (!browserSupportsWebAuthn()) throw unsupported();
  const made = await startRegistration({ optionsJSON: options }).catch((error: unknown) => {
    throw explain(error, options.rp.id, 'added');
  });
  const { clientDataJSON, attestationObject, transports = [] } = made.response;
  const { id, rawId } = made;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } };
}

/** Has one of the user's passkeys sign the challenge. Throws an error whose message is for the user. */
export async function signWithPasskey(options: RequestOptions): Promise<Assertion> {
  const { browserSupportsWebAuthn, startAuthentication } = await loadWebAuthn();
  if (!browserSupportsWebAuthn()) throw unsupported();
  const { id, rawId, response } = await startAuthentication({ optionsJSON: options }).catch((error: unknown) => {
    throw explain(error, options.rpId, 'used');
  });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } };
}

/** Closes the browser's passkey dialog, if one is open. */
export async function stopAskingForPasskey(): Promise<void> {
  const { WebAuthnAbortService } = await loadWebAuthn();
  WebAuthnAbortService.cancelCeremony();
}

/** Loaded when it is needed: most visits need none of it. */
function loadWebAuthn() {
  return import('@simplewebauthn/browser');
}

function unsupported(): PasskeyError {
  return new PasskeyError('This browser cannot use passkeys here. They need a current browser and an https address.');
}

function explain(error: unknown, site: string, what: 'added' | 'used'): PasskeyError {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') {
    return new PasskeyError(`The passkey was not ${what}: it was cancelled, or took too long.`, { cause: error });
  }
  if (name === 'InvalidStateError') {
    return new PasskeyError('This device already has a passkey for your account.', { cause: error });
  }
  if (name === 'SecurityError') {
    return new PasskeyError(`Passkeys work only where this site is opened as ${site}.`, { cause: error });
  }
  return new PasskeyError('The browser could not use a passkey. Please try again.', { cause: error });
}
