import type { ApiError } from '../../lib/api/api.ts';

export type LoginFailure = { title: string; message: string };

const KNOWN: readonly (LoginFailure & { clue: string })[] = [
  { clue: 'not registered', title: 'Account not found', message: 'Account not found. Please sign up first.' },
  { clue: 'password', title: 'Incorrect password', message: 'Incorrect password. Please try again.' },
  { clue: 'not verified', title: 'Login failed', message: 'Please verify your email first.' },
  { clue: 'not active', title: 'Login failed', message: 'Your account is not active. Please contact support.' },
];

/** Alert above the form for a refused password step (R-accounts-14). */
export function toLoginFailure({ status, message }: Pick<ApiError, 'status' | 'message'>): LoginFailure {
  if (status !== 401) {
    return { title: 'Login failed', message: 'Unable to connect to the server. Please try again later.' };
  }
  const known = KNOWN.find(({ clue }) => message.toLowerCase().includes(clue));
  return { title: known?.title ?? 'Login failed', message: known?.message ?? message };
}
