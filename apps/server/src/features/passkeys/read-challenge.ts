import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';

/** The challenge that a browser says was signed; null when what it sent is no such thing. */
export function readChallenge(clientDataJSON: string): string | null {
  try {
    const { challenge }: { challenge: unknown } = decodeClientDataJSON(clientDataJSON);
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}
