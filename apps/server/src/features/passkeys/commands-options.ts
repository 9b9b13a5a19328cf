import { CreationOptions, type NewCredential } from '@anupalan/contract/passkeys';
import { fullName } from '@anupalan/domain/names';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import { keepChallenge, takeChallenge } from '../../identity/passkey-steps.ts';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { addressKey } from '../../platform/http/callers/addresses.ts';
import type { Services } from '../../services.ts';
import { getUser } from '../users/queries.ts';
import { listCredentials } from './queries.ts';
import { readChallenge } from './read-challenge.ts';
import { findRelyingParty } from './relying-party.ts';

/** The algorithms that every authenticator has one of; the newest are still an experiment of the runtime. */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/**
 * What a browser needs to make a new passkey; its challenge is for this session alone (R-passkeys-3).
 * @throws AppError conflict where passkeys can't work (R-passkeys-5).
 */
export async function beginPasskey(
  { database: { db }, config }: Services,
  { id: sessionId, userId }: Session,
  ip: string,
): Promise<CreationOptions> {
  const { id, isNamed } = findRelyingParty(config);
  if (!isNamed) throw new AppError('conflict', 'Passkeys need a site with a name, not a number, in its address');
  const [user, credentials] = await Promise.all([getUser(db, userId), listCredentials(db, userId)]);
  const options = await generateRegistrationOptions({
    rpName: 'Anupalan',
    rpID: id,
    userID: Buffer.from(userId),
    userName: user.primaryEmail,
    userDisplayName: fullName(user.firstName, user.lastName),
    attestationType: 'none',
    excludeCredentials: credentials,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: 5 * 60_000,
  });
  const browser = { stepToken: sessionId, address: addressKey(ip) };
  await keepChallenge(db, { userId, purpose: 'add', browser }, options.challenge);
  return CreationOptions.parse(options);
}

/**
 * Judges a new passkey: that it answers this session's challenge, on this site, with somebody there (R-passkeys-2).
 * @throws AppError invalid
 */
export async function judgeNewPasskey(
  { database: { db }, config }: Services,
  { id: sessionId, userId }: Session,
  { response, ip }: { response: NewCredential; ip: string },
): Promise<{ id: string; publicKey: Uint8Array; counter: number }> {
  const challenge = await readChallenge(response.response.clientDataJSON);
  const step = { userId, purpose: 'add', browser: { stepToken: sessionId, address: addressKey(ip) } } as const;
  if (challenge === null || (await takeChallenge(db, step, challenge)) === undefined) {
    throw new AppError('invalid', 'Adding the passkey took too long. Please try again.');
  }
  const { id, origin } = findRelyingParty(config);
  const judged = namesCertificate(response)
    ? null
    : await verifyRegistrationResponse({
        response: { ...response, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: id,
        requireUserVerification: false,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => null);
  if (!judged?.verified) throw new AppError('invalid', 'The passkey could not be verified. Please try again.');
  return judged.registrationInfo.credential;
}

/**
 * Whether a passkey comes with certificates of its maker. Nobody asked for them, and checking them would have the
 * server fetch lists from addresses that they name.
 */
function namesCertificate({ response }: NewCredential): boolean {
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
    const format = attestation.get('fmt');
    return format !== 'none' && (format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined);
  } catch {
    return true;
  }
}
