import type { Assertion, RequestOptions } from '@anupalan/contract/passkeys';
import { RequestOptions as Options } from '@anupalan/contract/passkeys';
import { sql, type Transaction } from 'kysely';
import {
  countTry,
  endStep,
  isStepLive,
  keepChallenge,
  type StepBrowser,
  takeChallenge,
} from '../../identity/passkey-steps.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Services } from '../../services.ts';
import { composeRecoveryCodeUsedMail } from './emails.ts';
import { countRecoveryCodes, listCredentials } from './queries.ts';
import { readChallenge } from './read-challenge.ts';
import { digestRecoveryCode } from './recovery-codes.ts';
import { findRelyingParty } from './relying-party.ts';

/** A person at the second step of signing in. */
interface Attempt {
  readonly userId: string;
  readonly browser: StepBrowser;
}

/** Reasons why a second step is refused, as the audit log has them. */
export type RefusedFactor = 'expired-step' | 'wrong-passkey' | 'repeated-passkey' | 'wrong-recovery-code';

/** A challenge for a browser: what it needs for it, and the token that proves the step. */
interface AskedPasskey {
  readonly stepToken: string;
  readonly passkeyOptions: RequestOptions;
}

/** Asks for one of a user's passkeys, after the right password (R-passkeys-1); null when the user has none. */
export async function askForPasskey(
  { database: { db }, config }: Pick<Services, 'database' | 'config'>,
  userId: string,
  browser: StepBrowser & { stepToken: string },
): Promise<AskedPasskey | null> {
  const credentials = await listCredentials(db, userId);
  if (credentials.length === 0) return null;
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: findRelyingParty(config).id,
    allowCredentials: credentials,
    userVerification: 'preferred',
    timeout: 5 * 60_000,
  });
  await keepChallenge(db, { userId, purpose: 'sign-in', browser }, options.challenge);
  return { stepToken: browser.stepToken, passkeyOptions: Options.parse(options) };
}

/** Asks again in a browser that has taken the password step; null when it has not (R-passkeys-3). */
export async function askForPasskeyAgain(
  services: Pick<Services, 'database' | 'config'>,
  userId: string,
  browser: StepBrowser & { stepToken: string },
): Promise<AskedPasskey | null> {
  const isLive = await isStepLive(services.database.db, { userId, browser, purpose: 'sign-in' });
  return isLive ? await askForPasskey(services, userId, browser) : null;
}

/** A passkey that signed the challenge; it counts when `usePasskey` has noted its use. */
export interface RightPasskey {
  readonly userId: string;
  readonly stepId: string;
  readonly credentialId: string;
  readonly counter: number;
}

/** Judges what a passkey signed: the challenge, the site, the key and that somebody was there (R-passkeys-2). */
export async function judgeAssertion(
  { database: { db }, config }: Pick<Services, 'database' | 'config'>,
  { userId, browser, response }: Attempt & { response: Assertion },
): Promise<RightPasskey | RefusedFactor> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const challenge = await readChallenge(response.response.clientDataJSON);
  if (challenge === null) return 'wrong-passkey';
  const stepId = await takeChallenge(db, { userId, purpose: 'sign-in', browser }, challenge);
  if (stepId === undefined) return 'expired-step';
  const passkey = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'public_key'])
    .where('user_id', '=', userId)
    .where('credential_id', '=', response.id)
    .executeTakeFirst();
  if (!passkey) return 'wrong-passkey';
  const { id, origin } = findRelyingParty(config);
  const judged = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    // The counter is compared when the use is noted, so that two at once can't both count.
    credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    requireUserVerification: false,
  }).catch(() => null);
  if (!judged?.verified) return 'wrong-passkey';
  return { userId, stepId, credentialId: passkey.credential_id, counter: judged.authenticationInfo.newCounter };
}

/**
 * Notes the use of a passkey. A counter that doesn't go on tells of a copy, and is refused (R-passkeys-2); so is a step
 * that was voided since its challenge was taken (R-passkeys-17).
 * @returns null when it counts, else why not.
 */
export async function usePasskey(
  trx: Transaction<DB>,
  { userId, stepId, credentialId, counter }: RightPasskey,
): Promise<RefusedFactor | null> {
  const used = await trx
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('credential_id', '=', credentialId)
    .where((eb) => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))
    .returning('id')
    .executeTakeFirst();
  if (!used) return 'repeated-passkey';
  return (await endStep(trx, stepId)) ? null : 'expired-step';
}

/**
 * Uses a recovery code up in place of a passkey, and tells its owner by mail (R-passkeys-8). Of two calls with one code
 * the second finds it gone.
 * @returns null when it counts, else why not.
 */
export async function useRecoveryCode(
  trx: Transaction<DB>,
  { jobs, config }: Pick<Services, 'jobs' | 'config'>,
  { userId, browser, code, email }: Attempt & { code: string; email: string },
): Promise<RefusedFactor | null> {
  const stepId = await countTry(trx, { userId, purpose: 'sign-in', browser });
  if (stepId === undefined) return 'expired-step';
  const used = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', digestRecoveryCode(code))
    .returning('user_id')
    .executeTakeFirst();
  if (!used) return 'wrong-recovery-code';
  await endStep(trx, stepId);
  const left = await countRecoveryCodes(trx, userId);
  await enqueueMail(trx, jobs, await composeRecoveryCodeUsedMail(email, left, config));
  return null;
}
