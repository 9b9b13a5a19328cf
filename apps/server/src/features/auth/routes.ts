import {
  Credentials,
  forgotPassword,
  login,
  logout,
  Registration,
  register,
  resetPassword as resetPasswordCall,
  verifyLogin,
  verifyOtp,
} from '@anupalan/contract/auth';
import { verifyPasskey, verifyRecoveryCode } from '@anupalan/contract/passkeys';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { spendAttempt } from '../../identity/account-limits.ts';
import { createBrowserCookies } from '../../identity/browser-cookies.ts';
import { resendCode } from '../../identity/code-asking.ts';
import type { Browser } from '../../identity/known-browsers.ts';
import { readSession, requireSession } from '../../identity/read-session.ts';
import { requireSecondFactor } from '../../identity/second-factor.ts';
import { deviceOf, requireCallPermission } from '../../identity/sessions.ts';
import { isFromThisMachine } from '../../platform/http/from-this-machine.ts';
import { acceptForm } from '../../platform/http/validation.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { getUser } from '../users/queries.ts';
import { confirmEmailChange } from './commands-email-change.ts';
import { requestPasswordReset, resetPassword } from './commands-password-reset.ts';
import { finishWithPasskey, finishWithRecoveryCode } from './commands-second-step.ts';
import { type Arrival, finishSignIn, resumeSignIn, signIn, signOut } from './commands-sign-in.ts';
import { confirmSignUp, signUp } from './commands-sign-up.ts';
import { registerAccountProtection } from './routes-account.ts';

export function registerAuthRoutes(app: FastifyInstance, services: Services): void {
  const { database, limits, config } = services;
  const cookies = createBrowserCookies(config.publicUrl);
  app.register(async (limited) => {
    limited.addHook('onRequest', (request) => spendAttempt(database.db, limits, cookies.browserOf(request)));
    registerSignUp(limited, services, cookies);
    registerSignIn(limited, services, cookies);
    registerPasswordReset(limited, services, cookies);
    registerAccountProtection(limited, services, cookies);
  });
  serve(app, database, logout, async ({ session, reply }) => {
    await signOut(database.db, session);
    reply.header('Clear-Site-Data', '"cache"');
    return { status: 'success', message: 'Signed out' };
  });
}

type Cookies = ReturnType<typeof createBrowserCookies>;

function registerSignUp(app: FastifyInstance, services: Services, { signUp: cookie, ...cookies }: Cookies): void {
  const { database } = services;
  const { db } = database;

  serve(app, database, register, async ({ body, request, reply }) => {
    const browser = cookies.browserOf(request, cookie);
    const token = body.password === '' && browser.stepToken;
    const step = token && ({ purpose: 'registration', email: body.primaryEmail, token } as const);
    const resent = step && (await resendCode(services, step, browser));
    if (!resent) cookie.set(reply, await signUp(services, acceptForm(Registration, body), browser));
    return { status: 'success', message: 'Registration successful! Please verify your email with OTP' };
  });

  serve(app, database, verifyOtp, async ({ body, request, reply }) => {
    if (body.purpose === 'email-change') {
      const session = await requireSession(database, request);
      requireSecondFactor(services.config, session);
      requireCallPermission(session, 'users.change-own-email');
      await confirmEmailChange(services, session, body);
      const user = await getUser(db, session.userId);
      return { status: 'success', message: 'Email verified successfully', data: { user } };
    }
    const arrival = await arriveBy(services, request, cookies.browserOf(request, cookie));
    const typed = { ...body, fromThisMachine: isFromThisMachine(request) };
    const { message, knownTokens, ...data } = await confirmSignUp(services, typed, arrival);
    cookie.clear(reply);
    cookies.keepKnown(reply, knownTokens);
    return { status: 'success', message, data };
  });
}

function registerSignIn(app: FastifyInstance, services: Services, { signIn: cookie, ...cookies }: Cookies): void {
  const { database } = services;

  serve(app, database, login, async ({ body, request, reply }) => {
    const browser = cookies.browserOf(request, cookie);
    const stepToken = body.password === '' && browser.stepToken;
    const resumed = stepToken && (await resumeSignIn(services, body.email, { ...browser, stepToken }));
    const step = resumed || (await signIn(services, acceptForm(Credentials, body), browser));
    if (!resumed) cookie.set(reply, step.stepToken);
    const { passkeyOptions: options } = step;
    if (!options) return { status: 'success', message: 'OTP sent to your email' };
    return { status: 'success', message: 'Use your passkey to go on', data: { secondFactor: 'passkey', options } };
  });

  serve(app, database, verifyLogin, async ({ body, request, reply }) => {
    const arrival = await arriveBy(services, request, cookies.browserOf(request, cookie));
    const { knownTokens, ...data } = await finishSignIn(services, body, arrival);
    cookie.clear(reply);
    cookies.keepKnown(reply, knownTokens);
    return { status: 'success', message: 'Login successful!', data };
  });

  serve(app, database, verifyPasskey, async ({ body, request, reply }) => {
    const arrival = await arriveBy(services, request, cookies.browserOf(request, cookie));
    const { knownTokens, ...data } = await finishWithPasskey(services, body, arrival);
    cookie.clear(reply);
    cookies.keepKnown(reply, knownTokens);
    return { status: 'success', message: 'Login successful!', data };
  });

  serve(app, database, verifyRecoveryCode, async ({ body, request, reply }) => {
    const arrival = await arriveBy(services, request, cookies.browserOf(request, cookie));
    const { knownTokens, ...data } = await finishWithRecoveryCode(services, body, arrival);
    cookie.clear(reply);
    cookies.keepKnown(reply, knownTokens);
    return { status: 'success', message: 'Login successful!', data };
  });
}

function registerPasswordReset(
  app: FastifyInstance,
  services: Services,
  { passwordReset: cookie, ...cookies }: Cookies,
): void {
  const { database } = services;
  serve(app, database, forgotPassword, async ({ body, request, reply }) => {
    cookie.set(reply, await requestPasswordReset(services, body.email, cookies.browserOf(request, cookie)));
    return { status: 'success', message: 'Password reset OTP sent to your email', data: { sent: true } };
  });
  serve(app, database, resetPasswordCall, async ({ body, request, reply }) => {
    cookies.keepKnown(reply, await resetPassword(services, body, cookies.browserOf(request, cookie)));
    cookie.clear(reply);
    const message = 'Password reset successful! Please login with your new password.';
    return { status: 'success', message, data: { reset: true } };
  });
}

/** The arrival of a browser with its code, and with the session it may still have. */
async function arriveBy({ database }: Services, request: FastifyRequest, browser: Browser): Promise<Arrival> {
  return { browser, device: deviceOf(request), replaced: await readSession(database, request) };
}
