import { type Guard, isList } from './guards.ts';
import { recall, remember } from './remembered.ts';

/** Values are stored as `[userId, value][]`, the latest user of the browser first. */
type Entry = readonly [userId: string, value: unknown];

const MOST_USERS = 20;

/** Value remembered for a user of this browser; undefined when there is none, or it is not valid. */
export function recallOf<T>(
  storage: Pick<Storage, 'getItem'>,
  { key, userId, isValid }: { key: string; userId: string; isValid: Guard<T> },
): T | undefined {
  const value = readEntries(storage, key).find(([id]) => id === userId)?.[1];
  return isValid(value) ? value : undefined;
}

/** Remembers a value for a user, beside those of the users seen last. */
export function rememberFor(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  { key, userId, value }: { key: string; userId: string; value: unknown },
): void {
  const others = readEntries(storage, key).filter(([id]) => id !== userId);
  remember(storage, key, [[userId, value], ...others].slice(0, MOST_USERS));
}

function readEntries(storage: Pick<Storage, 'getItem'>, key: string): Entry[] {
  return (recall(storage, key, isList) ?? []).filter(isEntry);
}

function isEntry(value: unknown): value is Entry {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string';
}
