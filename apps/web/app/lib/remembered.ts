import type { Guard } from './guards.ts';

/** Storage of the browser, looked up on each use: where it is forbidden, reading `localStorage` throws. */
export const browserStorage: Pick<Storage, 'getItem' | 'setItem'> = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
};

/** Remembered value; undefined when storage is forbidden or the value is not valid. */
export function recall<T>(storage: Pick<Storage, 'getItem'>, key: string, isValid: Guard<T>): T | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return isValid(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value, or does nothing when storage is full or forbidden. */
export function remember(storage: Pick<Storage, 'setItem'>, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {}
}
