import type { LightMyRequestResponse } from 'fastify';
import ICAL from 'ical.js';
import { expect } from 'vitest';
import type { TestApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/people.ts';

/** An entry as another program reads it. */
interface SeenEntry {
  readonly uid: string;
  readonly day: string;
  /** Whether it has a day, without a time or a zone. */
  readonly isAllDay: boolean;
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly sequence: number;
  readonly changed: string;
  /** When it reminds, such as `-P6DT15H`. */
  readonly alarms: readonly string[];
}

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
  return parseCalendar(response);
}

/** The entries of an answer as `ical.js` reads them, which has nothing to do with what wrote it. */
export function parseCalendar({ body }: Pick<LightMyRequestResponse, 'body'>): SeenEntry[] {
  const calendar = new ICAL.Component(ICAL.parse(body));
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    const text = (name: string) => String(component.getFirstPropertyValue(name) ?? '');
    return {
      uid: event.uid,
      day: event.startDate.toString(),
      isAllDay: event.startDate.isDate && component.getFirstProperty('dtstart')?.getParameter('tzid') === undefined,
      title: event.summary,
      description: event.description,
      url: text('url'),
      sequence: Number(component.getFirstPropertyValue('sequence')),
      changed: text('last-modified'),
      alarms: component.getAllSubcomponents('valarm').map((alarm) => String(alarm.getFirstPropertyValue('trigger'))),
    };
  });
}
