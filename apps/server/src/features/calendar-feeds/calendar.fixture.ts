import { expect } from 'vitest';
import type { TestApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/people.ts';
import { parseCalendar, type SeenEntry } from './parse-calendar.fixture.ts';

/** Makes a private address. @returns its path */
export async function makeFeed(
  { call }: TestApp,
  { token }: Pick<Person, 'token'>,
  kind: 'person' | 'company',
  company?: string,
): Promise<string> {
  const headers = company === undefined ? {} : { 'x-company': company };
  const response = await call({ method: 'POST', url: '/api/calendar-feeds', token, headers, payload: { kind } });
  expect(response.statusCode, response.body).toBe(201);
  return new URL(response.json().data.address).pathname;
}

/** Reads an address as a calendar does, which has no session. */
export function readFeed({ call }: TestApp, url: string, headers: Record<string, string> = {}) {
  return call({ url, headers });
}

/** The entries at an address, by their days. */
export async function entriesOf(server: TestApp, url: string): Promise<SeenEntry[]> {
  const response = await readFeed(server, url);
  expect(response.statusCode, response.body).toBe(200);
  return parseCalendar(response.body);
}
