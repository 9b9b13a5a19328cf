import { z } from 'zod';
import { NewPassword, PasswordAgain, samePassword } from './fields/passwords.ts';
import { defineCall } from './wire/call.ts';
import { Acknowledgement } from './wire/envelope.ts';

const OPEN_AGAIN = 'Please open the link that the server printed again';

/** The token of the printed link, which stands behind its `#`. */
const SetUpToken = z.string({ error: OPEN_AGAIN }).min(1, OPEN_AGAIN).max(200, OPEN_AGAIN);

/** The fields of the page; the confirmation stays in the browser. */
export const FirstPassword = z
  .object({ newPassword: NewPassword, confirmPassword: PasswordAgain })
  .refine(...samePassword<{ newPassword?: unknown; confirmPassword?: unknown }>('newPassword'));

export const setUpAdministrator = defineCall({
  method: 'POST',
  path: '/auth/set-up',
  noun: 'auth',
  summary: 'Choose the first password of the administrator with the link that the server printed; works once',
  access: 'public',
  body: z.object({ token: SetUpToken, newPassword: NewPassword }),
  answers: { 200: Acknowledgement },
});
