import { beforeEach, expect, test, vi } from 'vitest';
import { readUsedCompany, rememberUsedCompany } from './used-company.ts';

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', storage);
});

test('each person finds the company that they used last, and the next page opens with it', () => {
  rememberUsedCompany('asha', 'first');
  rememberUsedCompany('ravi', 'second');
  rememberUsedCompany('asha', 'third');
  expect(readUsedCompany(storage, 'asha')).toBe('third');
  expect(readUsedCompany(storage, 'ravi')).toBe('second');
  expect(readUsedCompany(storage, 'usha')).toBe('');
  expect(kept.get('company')).toBe('third');
});

test('who leaves a company does not open with it again', () => {
  rememberUsedCompany('asha', 'first');
  rememberUsedCompany('asha', '');
  expect(readUsedCompany(storage, 'asha')).toBe('');
  expect(kept.has('company')).toBe(false);
});

test('who has one company leaves nothing behind', () => {
  rememberUsedCompany('asha', '');
  expect(kept.size).toBe(0);
});

test('only five people of a browser are remembered', () => {
  for (const name of ['1', '2', '3', '4', '5', '6']) rememberUsedCompany(name, 'first');
  expect(readUsedCompany(storage, '1')).toBe('');
  expect(readUsedCompany(storage, '6')).toBe('first');
});

test.each(['', '{', '{"a":1}', '[["asha", 1], ["asha"], 7]'])('%j in the storage is nothing', (text) => {
  expect(readUsedCompany({ getItem: () => text }, 'asha')).toBe('');
});
