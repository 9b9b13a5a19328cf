import type { EventDuty } from '@anupalan/contract/events/duties';
import type { CompanyEvent, Recalculated, Rejudged } from '@anupalan/contract/events/events';
import { expect } from 'vitest';
import type { Person } from '../../../test/people.ts';
import { type OfficeWorld, startOfficeWorld } from '../applicability/office.fixture.ts';

export type Method = 'GET' | 'POST' | 'PATCH';

export const ACCIDENT = {
  ...{ kind: 'accident', state: 'Karnataka', label: 'A-17' },
  happenedAt: '2026-11-20T23:59:00+05:30',
};
export const JOINS = { kind: 'joins', state: 'Karnataka', label: 'A-18', happenedAt: '2026-11-20' };

/** A server whose clock stands at 14:30 in India on 21 November 2026, and how events are recorded there. */
export interface EventWorld extends OfficeWorld {
  readonly record: (who: Person, form?: object) => Promise<CompanyEvent>;
  readonly change: (
    who: Person,
    event: CompanyEvent,
    changes: object,
  ) => Promise<{ data: CompanyEvent; recalculated: Recalculated[]; limits: Rejudged[] }>;
}

/** @param now the clock, where it is another one */
export async function startEventWorld(now?: () => Temporal.Instant): Promise<EventWorld> {
  const world = await startOfficeWorld(now);
  return {
    ...world,
    async record(who, form = ACCIDENT) {
      const response = await world.call(who, 'POST', '/events', form);
      expect(response.statusCode, response.body).toBe(201);
      return response.json().data;
    },
    async change(who, { _id }, changes) {
      const response = await world.call(who, 'PATCH', `/events/${_id}`, changes);
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    },
  };
}

export function dutyOf({ duties, offered }: CompanyEvent, key: string): EventDuty {
  const duty = [...duties, ...offered].find((one) => one.key === key);
  if (!duty) throw new Error(`There is no duty ${key}`);
  return duty;
}

export const keysOf = (duties: readonly EventDuty[]) => duties.map(({ key }) => key).sort();

export const pathOf = ({ _id }: CompanyEvent, duty: EventDuty) => `/events/${_id}/duties/${duty._id}`;
