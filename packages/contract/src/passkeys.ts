import { z } from 'zod';
import { User } from './users.ts';
import { defineCall } from './wire/call.ts';
import { Acknowledgement, success } from './wire/envelope.ts';
import { asItComes, email, Id, Instant, text } from './wire/primitives.ts';

const UNREADABLE = 'The passkey could not be read';

/** Bytes as the browser's WebAuthn writes them in JSON. */
function bytes(max: number) {
  return z
    .string({ error: UNREADABLE })
    .max(max, UNREADABLE)
    .regex(/^[\w-]+$/, UNREADABLE);
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** The ways to reach an authenticator; those that came later than this list are left out. */
const Transports = z
  .array(asItComes(UNREADABLE).max(50), { error: UNREADABLE })
  .max(20, UNREADABLE)
  .transform((given) => TRANSPORTS.filter((transport) => given.includes(transport)));

const Credential = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.enum(TRANSPORTS)) });

const Verification = z.enum(['required', 'preferred', 'discouraged']);

/** What the browser is asked for a new passkey (`PublicKeyCredentialCreationOptionsJSON`). */
export const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: z.array(Credential),
  authenticatorSelection: z.object({
    residentKey: Verification,
    userVerification: Verification,
    requireResidentKey: z.boolean(),
  }),
  attestation: z.literal('none'),
});
export type CreationOptions = z.infer<typeof CreationOptions>;

/** What the browser is asked for one of a person's passkeys (`PublicKeyCredentialRequestOptionsJSON`). */
export const RequestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(Credential),
  userVerification: Verification,
});
export type RequestOptions = z.infer<typeof RequestOptions>;

const credential = {
  id: bytes(2_000),
  rawId: bytes(2_000),
  type: z.literal('public-key', { error: UNREADABLE }),
};

/** A new passkey as the browser hands it over (`RegistrationResponseJSON`). */
const NewCredential = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: bytes(5_000),
        attestationObject: bytes(50_000),
        transports: Transports.default([]),
      },
      { error: UNREADABLE },
    ),
  },
  { error: UNREADABLE },
);
export type NewCredential = z.infer<typeof NewCredential>;

/** The same before it is parsed. */
export type MadeCredential = z.input<typeof NewCredential>;

/** A challenge that a passkey signed (`AuthenticationResponseJSON`). */
const Assertion = z.object(
  {
    ...credential,
    response: z.object(
      { clientDataJSON: bytes(5_000), authenticatorData: bytes(5_000), signature: bytes(5_000) },
      { error: UNREADABLE },
    ),
  },
  { error: UNREADABLE },
);
export type Assertion = z.infer<typeof Assertion>;

/** The name by which a person knows a passkey of theirs. */
export const PasskeyName = z.object({ name: text('Please give the passkey a name', { max: 50 }) });

export const Passkey = z.object({ _id: Id, name: z.string(), createdAt: Instant, lastUsedAt: Instant.nullable() });
export type Passkey = z.infer<typeof Passkey>;

/** The recovery codes, which are shown once (R-passkeys-7). */
const RecoveryCodes = z.array(z.string());

export const OwnPasskeys = z.object({
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.number().int(),
  /** Where passkeys work: the address with its name; null when the server has only a number (R-passkeys-5). */
  address: z.string().nullable(),
  /** Whether one passkey has to stay (R-passkeys-12). */
  required: z.boolean(),
});
export type OwnPasskeys = z.infer<typeof OwnPasskeys>;

const withId = z.object({ id: Id });

export const listOwnPasskeys = defineCall({
  id: 'listOwnPasskeys',
  method: 'GET',
  path: '/passkeys',
  noun: 'passkeys',
  summary: 'The own passkeys (20 at most), and how many recovery codes are left',
  access: 'passkeys.manage-own',
  beforeSecondFactor: true,
  answers: { 200: success(OwnPasskeys) },
});

export const beginPasskey = defineCall({
  id: 'beginPasskey',
  method: 'POST',
  path: '/passkeys/options',
  noun: 'passkeys',
  summary: 'What the browser needs to make a new passkey; its challenge lives five minutes',
  access: 'passkeys.manage-own',
  fresh: 'always',
  beforeSecondFactor: true,
  answers: { 200: success(CreationOptions) },
});

export const addPasskey = defineCall({
  id: 'addPasskey',
  method: 'POST',
  path: '/passkeys',
  noun: 'passkeys',
  summary: 'Add a passkey; the first one brings the recovery codes, which are shown once',
  access: 'passkeys.manage-own',
  fresh: 'always',
  beforeSecondFactor: true,
  body: PasskeyName.extend({ response: NewCredential }),
  answers: { 201: success(z.object({ passkey: Passkey, recoveryCodes: RecoveryCodes.optional() })) },
});

export const renamePasskey = defineCall({
  id: 'renamePasskey',
  method: 'PATCH',
  path: '/passkeys/:id',
  noun: 'passkeys',
  summary: 'Rename one of the own passkeys',
  access: 'passkeys.manage-own',
  fresh: 'always',
  params: withId,
  body: PasskeyName,
  answers: { 200: success(Passkey) },
});

export const removePasskey = defineCall({
  id: 'removePasskey',
  method: 'DELETE',
  path: '/passkeys/:id',
  noun: 'passkeys',
  summary: 'Remove one of the own passkeys; the last one takes the recovery codes with it',
  access: 'passkeys.manage-own',
  fresh: 'always',
  params: withId,
  answers: { 200: Acknowledgement },
});

export const renewRecoveryCodes = defineCall({
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/passkeys/recovery-codes',
  noun: 'passkeys',
  summary: 'Make new recovery codes, which are shown once; the old ones are void',
  access: 'passkeys.manage-own',
  fresh: 'always',
  answers: { 200: success(z.object({ recoveryCodes: RecoveryCodes })) },
});

export const readPasskeysOfUser = defineCall({
  id: 'readPasskeysOfUser',
  method: 'GET',
  path: '/users/:id/passkeys',
  noun: 'passkeys',
  summary: 'How many passkeys a user has',
  access: 'passkeys.forget',
  params: withId,
  answers: { 200: success(z.object({ count: z.number().int() })) },
});

export const forgetPasskeysOfUser = defineCall({
  id: 'forgetPasskeysOfUser',
  method: 'DELETE',
  path: '/users/:id/passkeys',
  noun: 'passkeys',
  summary: 'Remove all passkeys and recovery codes of another user, who lost them; ends their sessions',
  access: 'passkeys.forget',
  fresh: 'always',
  params: withId,
  answers: { 200: Acknowledgement },
});

const SignedIn = success(z.object({ token: z.string(), user: User }));

export const verifyPasskey = defineCall({
  id: 'verifyPasskey',
  method: 'POST',
  path: '/auth/verify-passkey',
  noun: 'auth',
  summary: 'Exchange a challenge that a passkey signed for a session',
  access: 'public',
  body: z.object({ email: email(), response: Assertion }),
  answers: { 200: SignedIn },
});

export const RecoveryCode = z.object({
  code: text('Recovery code is required', { max: 100 }),
});

export const verifyRecoveryCode = defineCall({
  id: 'verifyRecoveryCode',
  method: 'POST',
  path: '/auth/verify-recovery-code',
  noun: 'auth',
  summary: 'Exchange a recovery code for a session, in place of a passkey',
  access: 'public',
  body: RecoveryCode.extend({ email: email() }),
  answers: { 200: SignedIn },
});
