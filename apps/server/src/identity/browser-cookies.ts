import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../platform/http/callers/addresses.ts';
import type { Browser } from './known-browsers.ts';

/** The time that a step can be gone on with: its code, and asking for another (R-accounts-22). */
const STEP_SECONDS = 30 * 60;

/** The time that a browser stays known; browsers keep no cookie longer (R-accounts-47). */
const KNOWN_SECONDS = 400 * 24 * 60 * 60;

/** The accounts that one browser is remembered for; one token each. */
const ACCOUNTS_A_BROWSER = 8;

const TOKEN = /^[\w-]{43}$/;

/** A cookie that the sign-in calls read and set. */
interface Cookie {
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, value: string): void;
  clear(reply: FastifyReply): void;
}

/** The cookies of signing in and its neighbours (R-accounts-22, R-accounts-47). */
export function createBrowserCookies(publicUrl: string) {
  const known = defineCookie('anupalan-known', publicUrl, KNOWN_SECONDS);
  return {
    signUp: defineCookie('anupalan-sign-up', publicUrl, STEP_SECONDS),
    signIn: defineCookie('anupalan-sign-in', publicUrl, STEP_SECONDS),
    passwordReset: defineCookie('anupalan-password-reset', publicUrl, STEP_SECONDS),
    /** The browser of a call, with the step that the cookie given here proves. */
    browserOf: (request: FastifyRequest, step?: Cookie): Browser => ({
      address: addressKey(request.ip),
      stepToken: step?.read(request),
      knownTokens: readTokens(known.read(request)),
    }),
    /** Keeps the tokens by which a browser is known to the accounts it signed in to. */
    keepKnown: (reply: FastifyReply, tokens: readonly string[]) =>
      known.set(reply, tokens.slice(0, ACCOUNTS_A_BROWSER).join('.')),
  };
}

function readTokens(value = ''): string[] {
  return value.split('.', ACCOUNTS_A_BROWSER).filter((token) => TOKEN.test(token));
}

/**
 * A cookie out of reach of scripts, of other sites and, by its prefix, of other hosts of the same domain. Plain http,
 * which only this machine should see, allows neither prefix nor `Secure`.
 */
function defineCookie(plainName: string, publicUrl: string, maxAge: number): Cookie {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? `__Host-${plainName}` : plainName;
  const options = { path: secure ? '/' : '/api/auth', httpOnly: true, sameSite: 'strict', secure } as const;
  return {
    read: (request) => request.cookies[name] || undefined,
    set: (reply, value) => void reply.setCookie(name, value, { ...options, maxAge }),
    clear: (reply) => void reply.clearCookie(name, options),
  };
}
