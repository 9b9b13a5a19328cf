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
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { resendCode } from '../../identity/codes.ts';
import { deviceOf, requirePermission, requireSession } from '../../identity/sessions.ts';
import { isFromThisMachine } from '../../platform/http/from-this-machine.ts';
import { addressKey } from '../../platform/http/rate-limits.ts';
import { acceptForm } from '../../platform/http/validation.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { getUser } from '../users/queries.ts';
import { confirmEmailChange } from './commands-email-change.ts';
import { requestPasswordReset, resetPassword } from './commands-password-reset.ts';
import { finishSignIn, signIn, signOut } from './commands-sign-in.ts';
import { confirmSignUp, signUp } from './commands-sign-up.ts';

export function registerAuthRoutes(app: FastifyInstance, services: Services): void {
  const { database, limits } = services;
  app.register(async (limited) => {
    limited.addHook('onRequest', (request) => limits.attemptsPerAddress.spend(addressKey(request.ip)));
    registerSignUp(limited, services);
    registerSignIn(limited, services);
    registerPasswordReset(limited, services);
  });
  serve(app, database, logout, async ({ session }) => {
    await signOut(database.db, session);
    return { status: 'success', message: 'Signed out' };
  });
}

function registerSignUp(app: FastifyInstance, services: Services): void {
  const { database, config } = services;
  const { db } = database;
  const cookie = stepCookie('anupalan-sign-up', config.publicUrl);

  serve(app, database, register, async ({ body, request, reply }) => {
    const token = body.password === '' && cookie.read(request);
    const resent = token && (await resendCode(services, { purpose: 'registration', email: body.primaryEmail, token }));
    if (!resent) cookie.set(reply, await signUp(services, acceptForm(Registration, body)));
    return { status: 'success', message: 'Registration successful! Please verify your email with OTP' };
  });

  serve(app, database, verifyOtp, async ({ body, request, reply }) => {
    if (body.purpose === 'email-change') {
      const session = await requireSession(database, request);
      requirePermission(session, 'users.change-own-email');
      await confirmEmailChange(services, session, body);
      const user = await getUser(db, session.userId);
      return { status: 'success', message: 'Email verified successfully', data: { user } };
    }
    const stepToken = cookie.read(request);
    const fromThisMachine = isFromThisMachine(request);
    const confirmation = { ...body, stepToken, device: deviceOf(request), fromThisMachine };
    const { message, ...data } = await confirmSignUp(services, confirmation);
    cookie.clear(reply);
    return { status: 'success', message, data };
  });
}

function registerSignIn(app: FastifyInstance, services: Services): void {
  const { database, config } = services;
  const cookie = stepCookie('anupalan-sign-in', config.publicUrl);

  serve(app, database, login, async ({ body, request, reply }) => {
    const token = body.password === '' && cookie.read(request);
    const resent = token && (await resendCode(services, { purpose: 'login', email: body.email, token }));
    if (!resent) cookie.set(reply, await signIn(services, acceptForm(Credentials, body)));
    return { status: 'success', message: 'OTP sent to your email' };
  });

  serve(app, database, verifyLogin, async ({ body, request, reply }) => {
    const data = await finishSignIn(services, { ...body, device: deviceOf(request) });
    cookie.clear(reply);
    return { status: 'success', message: 'Login successful!', data };
  });
}

function registerPasswordReset(app: FastifyInstance, services: Services): void {
  const { database } = services;
  serve(app, database, forgotPassword, async ({ body }) => {
    await requestPasswordReset(services, body.email);
    return { status: 'success', message: 'Password reset OTP sent to your email', data: { sent: true } };
  });
  serve(app, database, resetPasswordCall, async ({ body }) => {
    await resetPassword(services, body);
    const message = 'Password reset successful! Please login with your new password.';
    return { status: 'success', message, data: { reset: true } };
  });
}

/** The cookie by which a browser shows that it took the sign-up or the password step (R-accounts-22). */
function stepCookie(name: string, publicUrl: string) {
  const options = {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
  } as const;
  return {
    read: (request: FastifyRequest) => request.cookies[name],
    set: (reply: FastifyReply, token: string) => reply.setCookie(name, token, { ...options, maxAge: 30 * 60 }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, options),
  };
}
