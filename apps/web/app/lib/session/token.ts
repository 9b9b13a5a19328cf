/** Session token, kept raw under `localStorage.token` for all tabs of the browser (R-accounts-36). */
const KEY = 'token';

/** Administrator's own token while they impersonate somebody (R-users-26). */
const ADMIN_KEY = 'adminToken';

/**
 * Company that the session's pages open with, for the script that asks before the application runs. It belongs to the
 * token and is forgotten with it (R-pages-36).
 */
export const OPENING_COMPANY = 'company';

/** Session that the server ended: the user's own, or an impersonation, after which the administrator's own goes on. */
export type Expiry = 'session' | 'impersonation';

const changeListeners = new Set<() => void>();
const expiryListeners = new Set<(expired: Expiry) => void>();

export function readToken(): string | null {
  return localStorage.getItem(KEY);
}

export function readAdminToken(): string | null {
  return localStorage.getItem(ADMIN_KEY);
}

/** Begins a session of the user's own, and forgets an administrator's token that an earlier one saved. */
export function storeToken(token: string): void {
  localStorage.removeItem(ADMIN_KEY);
  localStorage.removeItem(OPENING_COMPANY);
  localStorage.setItem(KEY, token);
  notify(changeListeners);
}

/** Ends the session, and the administrator's behind an impersonation. */
export function removeToken(): void {
  localStorage.removeItem(ADMIN_KEY);
  localStorage.removeItem(OPENING_COMPANY);
  localStorage.removeItem(KEY);
  notify(changeListeners);
}

/**
 * Saves the administrator's token and goes on with the impersonation's (R-users-26). Returns false and changes nothing
 * when another tab changed the session since: the token saved might not be the administrator's.
 */
export function beginImpersonation(token: string, administrator: string | null): boolean {
  if (administrator === null || readToken() !== administrator) return false;
  // Saved first, so that a browser that stops in between loses nothing.
  localStorage.setItem(ADMIN_KEY, administrator);
  localStorage.removeItem(OPENING_COMPANY);
  localStorage.setItem(KEY, token);
  notify(changeListeners);
  return true;
}

/** Puts the administrator's token back; false when nobody is impersonated. */
export function endImpersonation(): boolean {
  const administrator = readAdminToken();
  if (administrator === null) return false;
  localStorage.removeItem(OPENING_COMPANY);
  localStorage.setItem(KEY, administrator);
  localStorage.removeItem(ADMIN_KEY);
  notify(changeListeners);
  return true;
}

/** Ends the session after a 401, or only the impersonation when the administrator's token is saved (R-users-28). */
export function expireSession(): void {
  const expired = isImpersonationSaved() && endImpersonation() ? 'impersonation' : 'session';
  if (expired === 'session') removeToken();
  for (const listener of expiryListeners) listener(expired);
}

/** Listens for a new token, from this tab or another. @returns the function that stops it. */
export function subscribeToToken(listener: () => void): () => void {
  changeListeners.add(listener);
  window.addEventListener('storage', hearOtherTabs);
  return () => changeListeners.delete(listener);
}

/**
 * One listener for the whole browser event: between several of them React could render, and queries started under the
 * new token would be dropped with the old cache.
 */
function hearOtherTabs({ key }: StorageEvent): void {
  // A null key is `localStorage.clear()`.
  if (key === KEY || key === null) notify(changeListeners);
}

/** Listens for a session that the server ended. @returns the function that stops it. */
export function subscribeToExpiry(listener: (expired: Expiry) => void): () => void {
  expiryListeners.add(listener);
  return () => expiryListeners.delete(listener);
}

/** Saved token other than the refused one; a tab that has put it back already has nothing left to return to. */
function isImpersonationSaved(): boolean {
  return readAdminToken() !== null && readAdminToken() !== readToken();
}

function notify(listeners: Set<() => void>): void {
  for (const listener of listeners) listener();
}
