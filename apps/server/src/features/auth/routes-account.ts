import {
  changeOwnPassword as changeOwnPasswordCall,
  reauthenticate as reauthenticateCall,
  stopEmailChange as stopEmailChangeCall,
  undoEmailChange as undoEmailChangeCall,
} from '@anupalan/contract/auth-changes';
import type { FastifyInstance } from 'fastify';
import type { createBrowserCookies } from '../../identity/browser-cookies.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { stopEmailChange } from '../users/email-change/commands-undo.ts';
import { undoEmailChange } from './commands-email-undo.ts';
import { changeOwnPassword } from './commands-password-change.ts';
import { reauthenticate } from './commands-reauthenticate.ts';

/** Serves what protects an account that exists; the calls count as the other calls of signing in (R-accounts-40). */
export function registerAccountProtection(
  app: FastifyInstance,
  services: Services,
  cookies: ReturnType<typeof createBrowserCookies>,
): void {
  const { database } = services;

  serve(app, database, reauthenticateCall, async ({ session, body }) => {
    await reauthenticate(services, session, body.password);
    return { status: 'success', message: 'Password confirmed' };
  });

  serve(app, database, changeOwnPasswordCall, async ({ session, body, request, reply }) => {
    cookies.keepKnown(reply, await changeOwnPassword(services, session, body, cookies.browserOf(request)));
    return { status: 'success', message: 'Password changed successfully' };
  });

  serve(app, database, stopEmailChangeCall, async ({ body }) => {
    await stopEmailChange(database.db, body.token);
    return { status: 'success', message: 'The change was stopped. Your email address stays as it is.' };
  });

  serve(app, database, undoEmailChangeCall, async ({ body, request, reply }) => {
    // Undoing is a password step too, and ends with its cookie.
    const browser = cookies.browserOf(request, cookies.signIn);
    const { email, stepToken, passkeyOptions: options } = await undoEmailChange(services, body, browser);
    cookies.signIn.set(reply, stepToken);
    if (!options) return { status: 'success', message: 'OTP sent to your email', data: { email } };
    return { status: 'success', message: 'Use your passkey to go on', data: { email, options } };
  });
}
