/** The session's token: kept raw under `localStorage.token` (decisions, section 7), shared by all tabs of the browser. */
const KEY = 'token';

/** The administrator's own token while they act as somebody else (specification 1, section 4). */
const ADMIN_KEY = 'adminToken';

/** Why a session that nobody ended is over: it was one's own, or an impersonation, behind which one's own goes on. */
export type Expiry = 'session' | 'impersonation';

const changeListeners = new Set<() => void>();
const expiryListeners = new Set<(expired: Expiry) => void>();

export function readToken(): string | null {
  return localStorage.getItem(KEY);
}

export function readAdminToken(): string | null {
  return localStorage.getItem(ADMIN_KEY);
}

/** Begins a session of one's own; what an earlier one saved for its return is nothing to this one. */
export function storeToken(token: string): void {
  localStorage.removeItem(ADMIN_KEY);
  localStorage.setItem(KEY, token);
  notify(changeListeners);
}

/** Ends the session, and the one behind it while impersonating. */
export function removeToken(): void {
  localStorage.removeItem(ADMIN_KEY);
  localStorage.removeItem(KEY);
  notify(changeListeners);
}

/**
 * Saves the administrator's token and goes on with the one of the person they act as. Answers false and changes nothing
 * when another tab changed the session since the administrator asked: it might not be theirs that would be saved.
 */
export function beginImpersonation(token: string, administrator: string | null): boolean {
  if (administrator === null || readToken() !== administrator) return false;
  // In this order a browser that stops in between has lost nothing.
  localStorage.setItem(ADMIN_KEY, administrator);
  localStorage.setItem(KEY, token);
  notify(changeListeners);
  return true;
}

/** Puts the administrator's token back. Answers false when nobody is impersonated here. */
export function endImpersonation(): boolean {
  const administrator = readAdminToken();
  if (administrator === null) return false;
  localStorage.setItem(KEY, administrator);
  localStorage.removeItem(ADMIN_KEY);
  notify(changeListeners);
  return true;
}

/** Ends what the server, not the user, says is over. */
export function expireSession(): void {
  const expired = isImpersonationSaved() && endImpersonation() ? 'impersonation' : 'session';
  if (expired === 'session') removeToken();
  for (const listener of expiryListeners) listener(expired);
}

/** Calls back when the token changes, in this tab or in another. Answers how to stop. */
export function subscribeToToken(listener: () => void): () => void {
  changeListeners.add(listener);
  window.addEventListener('storage', hearOtherTabs);
  return () => changeListeners.delete(listener);
}

/**
 * One function for all listeners, which the browser adds once: between two of its own it would let React render, and what
 * that asks for under the new token would be dropped with the old cache.
 */
function hearOtherTabs({ key }: StorageEvent): void {
  // A null key is `localStorage.clear()`.
  if (key === KEY || key === null) notify(changeListeners);
}

/** Calls back when the server refused the token. Answers how to stop. */
export function subscribeToExpiry(listener: (expired: Expiry) => void): () => void {
  expiryListeners.add(listener);
  return () => expiryListeners.delete(listener);
}

/** Once the token that would come back is the one that was refused, there is nothing to return to. */
function isImpersonationSaved(): boolean {
  return readAdminToken() !== null && readAdminToken() !== readToken();
}

function notify(listeners: Set<() => void>): void {
  for (const listener of listeners) listener();
}
