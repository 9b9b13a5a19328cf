import { isIP } from 'node:net';
import type { Config } from '../../config.ts';

/** The site as WebAuthn knows it: what passkeys are bound to. */
export interface RelyingParty {
  /** The host name of `PUBLIC_URL`. */
  readonly id: string;
  /** The origin that a browser must have been on. */
  readonly origin: string;
  /** Whether passkeys work here at all: WebAuthn knows names and no numbers (R-passkeys-5). */
  readonly isNamed: boolean;
}

export function findRelyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin, isNamed: isIP(hostname.replace(/^\[|\]$/g, '')) === 0 };
}
