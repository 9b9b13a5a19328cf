import { login } from '@anupalan/contract/auth';
import {
  addPasskey,
  beginPasskey,
  forgetPasskeysOfUser,
  listOwnPasskeys,
  type OwnPasskeys,
  type RequestOptions,
  readPasskeysOfUser,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  verifyPasskey,
  verifyRecoveryCode,
} from '@anupalan/contract/passkeys';
import { useQuery } from '@tanstack/react-query';
import { ApiError, request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';
import type { SignedIn } from '../../lib/session/session.tsx';
import { createPasskey, signWithPasskey } from './browser-passkeys.ts';

const SIGN_IN_EXPIRED = 'Your sign-in has expired. Please enter your password again.';

/** Passkeys of the viewer's account, and what is left of the recovery codes (R-passkeys-4). */
export function useOwnPasskeys() {
  return useQuery(callQuery(listOwnPasskeys, {}, ({ data }): OwnPasskeys => data));
}

/** Has the browser make a passkey and adds it; the first one brings recovery codes (R-passkeys-7). */
export function useAddPasskey() {
  return useCall({
    send: async (name: string) => {
      const { data: options } = await request(beginPasskey);
      return (await request(addPasskey, { body: { name, response: await createPasskey(options) } })).data;
    },
    done: 'Passkey added',
    describeFailure: inSilence,
    changes: [listOwnPasskeys],
  });
}

export function useRenamePasskey() {
  return useCall({
    send: ({ id, name }: { id: string; name: string }) => request(renamePasskey, { params: { id }, body: { name } }),
    done: 'Passkey renamed',
    describeFailure: inSilence,
    changes: [listOwnPasskeys],
  });
}

export function useRemovePasskey() {
  return useCall({
    send: (id: string) => request(removePasskey, { params: { id } }),
    done: 'Passkey removed',
    changes: [listOwnPasskeys],
  });
}

/** Makes new recovery codes, which are shown once; the old ones are void (R-passkeys-7). */
export function useRenewRecoveryCodes() {
  return useCall({
    send: async () => (await request(renewRecoveryCodes)).data.recoveryCodes,
    changes: [listOwnPasskeys],
  });
}

/** Number of passkeys of another user, for administrators (R-passkeys-14). */
export function usePasskeysOfUser(id: string) {
  return useQuery(callQuery(readPasskeysOfUser, { params: { id } }, ({ data }) => data.count));
}

/** Removes all passkeys of another user, who lost them (R-passkeys-14). */
export function useForgetPasskeys() {
  return useCall({
    send: (id: string) => request(forgetPasskeysOfUser, { params: { id } }),
    done: 'Passkeys removed',
    changes: [readPasskeysOfUser],
  });
}

/**
 * Session for a passkey (R-passkeys-2). Without `asked` the browser is first given another challenge, as one counts
 * once (R-passkeys-3).
 */
export async function signInWithPasskey(email: string, asked: RequestOptions | null): Promise<SignedIn> {
  const response = await signWithPasskey(asked ?? (await askAgain(email)));
  return (await request(verifyPasskey, { body: { email, response } })).data;
}

async function askAgain(email: string): Promise<RequestOptions> {
  const { data } = await request(login, { body: { email, password: '' } }).catch((error: unknown) => {
    // A browser whose password step is over is judged as one that left the password out.
    throw error instanceof ApiError && error.status === 400 ? new ApiError(400, SIGN_IN_EXPIRED) : error;
  });
  if (!data) throw new ApiError(200, SIGN_IN_EXPIRED);
  return data.options;
}

/** Session for a recovery code (R-passkeys-8). */
export function useSignInWithRecoveryCode(email: string) {
  return useCall({
    send: async (code: string): Promise<SignedIn> =>
      (await request(verifyRecoveryCode, { body: { email, code } })).data,
    describeFailure: inSilence,
  });
}
