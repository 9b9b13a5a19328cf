import { z } from 'zod';
import { NewPassword, Password, PasswordAgain, samePassword } from './fields/passwords.ts';
import { RequestOptions } from './passkeys.ts';
import { defineCall } from './wire/call.ts';
import { Acknowledgement, success } from './wire/envelope.ts';
import { asItComes } from './wire/primitives.ts';

export const Reauthentication = z.object({ password: Password });

export const PasswordChange = z
  .object({ currentPassword: Password, newPassword: NewPassword, confirmPassword: PasswordAgain })
  .refine(...samePassword<{ newPassword?: unknown; confirmPassword?: unknown }>('newPassword'));
export type PasswordChange = z.infer<typeof PasswordChange>;

/** The token of a mailed link, which stands behind its `#`. */
const LinkToken = asItComes('Please open the link of the mail again')
  .min(1, 'Please open the link of the mail again')
  .max(200, 'Please open the link of the mail again');

export const reauthenticate = defineCall({
  id: 'reauthenticate',
  method: 'POST',
  path: '/auth/reauthenticate',
  noun: 'auth',
  summary: 'Prove with the password who uses this session, for the calls that need a fresh sign-in',
  access: 'auth.reauthenticate',
  beforeSecondFactor: true,
  body: Reauthentication,
  answers: { 200: Acknowledgement },
});

export const changeOwnPassword = defineCall({
  id: 'changeOwnPassword',
  method: 'PUT',
  path: '/users/profile/password',
  noun: 'users',
  summary: 'Change the own password; ends every other session',
  access: 'users.change-own-password',
  fresh: 'always',
  body: PasswordChange,
  answers: { 200: Acknowledgement },
});

export const stopEmailChange = defineCall({
  id: 'stopEmailChange',
  method: 'POST',
  path: '/auth/stop-email-change',
  noun: 'auth',
  summary: 'Stop a change of e-mail address with the link that was mailed to the present one',
  access: 'public',
  body: z.object({ token: LinkToken }),
  answers: { 200: Acknowledgement },
});

export const undoEmailChange = defineCall({
  id: 'undoEmailChange',
  method: 'POST',
  path: '/auth/undo-email-change',
  noun: 'auth',
  summary:
    'Put an e-mail address back with the link that was mailed to it and the password; ends every session and mails a sign-in code',
  access: 'public',
  body: z.object({ token: LinkToken, password: Password }),
  /** `options` instead of a mailed code for who has passkeys (R-passkeys-1). */
  answers: { 200: success(z.object({ email: z.string(), options: RequestOptions.optional() })) },
});

const OPEN_AGAIN = 'Please open the link that the server printed again';

/** The token of the printed link, which stands behind its `#`. */
const SetUpToken = asItComes(OPEN_AGAIN).min(1, OPEN_AGAIN).max(200, OPEN_AGAIN);

/** The fields of the page; the confirmation stays in the browser. */
export const FirstPassword = z
  .object({ newPassword: NewPassword, confirmPassword: PasswordAgain })
  .refine(...samePassword<{ newPassword?: unknown; confirmPassword?: unknown }>('newPassword'));

export const setUpAdministrator = defineCall({
  id: 'setUpAdministrator',
  method: 'POST',
  path: '/auth/set-up',
  noun: 'auth',
  summary: 'Choose the first password of the administrator with the link that the server printed; works once',
  access: 'public',
  body: z.object({ token: SetUpToken, newPassword: NewPassword }),
  answers: { 200: Acknowledgement },
});
