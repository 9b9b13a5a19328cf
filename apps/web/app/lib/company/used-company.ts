import { isList } from '../guards.ts';
import { browserStorage, recall, remember } from '../remembered.ts';
import { OPENING_COMPANY } from '../session/token.ts';

/** Storage key of the company that each user of the browser used last: `[userId, companyId][]`, the latest first. */
const KEY = 'usedCompanies';

const MOST_USERS = 5;

type Used = readonly [userId: string, companyId: string];

/** Company that a person used last in this browser (R-pages-36); '' when that isn't known. */
export function readUsedCompany(storage: Pick<Storage, 'getItem'>, userId: string): string {
  return readAll(storage).find(([id]) => id === userId)?.[1] ?? '';
}

/** Remembers the company that a person uses; '' forgets it. The session's next page opens with it at once. */
export function rememberUsedCompany(userId: string, companyId: string): void {
  if (readUsedCompany(browserStorage, userId) !== companyId) {
    const others = readAll(browserStorage).filter(([id]) => id !== userId);
    const used: Used[] = companyId === '' ? others : [[userId, companyId], ...others];
    remember(browserStorage, KEY, used.slice(0, MOST_USERS));
  }
  try {
    if (companyId === '') localStorage.removeItem(OPENING_COMPANY);
    else localStorage.setItem(OPENING_COMPANY, companyId);
  } catch {}
}

function readAll(storage: Pick<Storage, 'getItem'>): Used[] {
  return (recall(storage, KEY, isList) ?? []).filter(isUsed);
}

function isUsed(value: unknown): value is Used {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string';
}
