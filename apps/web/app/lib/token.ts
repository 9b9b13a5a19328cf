/** The session's token: kept raw under `localStorage.token` (decisions, section 7), shared by all tabs of the browser. */
const KEY = 'token';

const changeListeners = new Set<() => void>();
const expiryListeners = new Set<() => void>();

export function readToken(): string | null {
  return localStorage.getItem(KEY);
}

export function storeToken(token: string): void {
  localStorage.setItem(KEY, token);
  notify(changeListeners);
}

export function removeToken(): void {
  localStorage.removeItem(KEY);
  notify(changeListeners);
}

/** Removes the token and says that the server, not the user, ended the session. */
export function expireSession(): void {
  removeToken();
  notify(expiryListeners);
}

/** Calls back when the token changes, in this tab or in another. Answers how to stop. */
export function subscribeToToken(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key is `localStorage.clear()`.
    if (event.key === KEY || event.key === null) listener();
  };
  changeListeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    changeListeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Calls back when the server refused the token. Answers how to stop. */
export function subscribeToExpiry(listener: () => void): () => void {
  expiryListeners.add(listener);
  return () => expiryListeners.delete(listener);
}

function notify(listeners: Set<() => void>): void {
  for (const listener of listeners) listener();
}
