import { listEstablishments } from '@anupalan/contract/applicability/establishments';
import {
  decideDuty,
  type EventDuty,
  listOpenDuties,
  takeBackDutyStatus,
  updateDutyStatus,
} from '@anupalan/contract/events/duties';
import {
  createEvent,
  listEvents,
  type Recalculated,
  type Rejudged,
  readEvent,
  updateEvent,
} from '@anupalan/contract/events/events';
import { listEventKinds } from '@anupalan/contract/events/kinds';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Request, request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';
import { toastWithUndo } from '../../ui/toast-with-undo.tsx';
import { membersQuery } from '../members/calls.ts';
import { findNewest } from './duties/find-takeable.ts';
import type { EventListState } from './event-list-state.ts';

/** Kinds of events with what they may open. */
const kindsQuery = callQuery(listEventKinds, { failed: 'Failed to load what can happen' }, ({ data }) => data);

/** Duties of open events that are not done with (R-events-16). */
const openDutiesQuery = callQuery(
  listOpenDuties,
  { failed: 'Failed to load the duties of events' },
  ({ data, more }) => ({ duties: data, more: more ?? false }),
);

const establishmentsQuery = callQuery(listEstablishments, {}, ({ data }) => data);

export function useEventKinds() {
  return useQuery(kindsQuery);
}

export function useOpenDuties() {
  return useQuery(openDutiesQuery);
}

/** Places that something may have happened at; asked for by the form alone. */
export function useEstablishments() {
  return useQuery(establishmentsQuery);
}

/** Members of the company, some of whom may be named at a complaint. */
export function useMembers() {
  return useQuery(membersQuery);
}

/** Page of events; the previous one stays until the next arrives. */
export function useEvents({ page, closed }: EventListState) {
  const query = { page, closed: closed ?? ('false' as const) };
  return useQuery({
    ...callQuery(listEvents, { query, failed: 'Failed to fetch the events' }, (answer) => answer),
    placeholderData: keepPreviousData,
  });
}

/** One event, which a link leads to. */
export function useEvent(id: string) {
  return useQuery(callQuery(readEvent, { params: { id }, failed: 'Failed to fetch the event' }, ({ data }) => data));
}

const CHANGED = ['events', 'activity', 'checks', 'clients', 'reports'];

/** New event; its form shows failures. */
export function useCreateEvent() {
  return useCall({
    send: (body: NonNullable<Request<typeof createEvent>['body']>) => request(createEvent, { body }),
    done: (_, { limits }) => ['Event recorded successfully', ...describeLimits(limits)].join('. '),
    describeFailure: inSilence,
    changes: CHANGED,
  });
}

/** Change of an event; its form shows failures. */
export function useChangeEvent(id: string) {
  return useCall({
    send: (body: NonNullable<Request<typeof updateEvent>['body']>) => request(updateEvent, { params: { id }, body }),
    done: (_, changed) => describeChange(changed),
    describeFailure: inSilence,
    changes: CHANGED,
  });
}

interface Changed {
  readonly recalculated: readonly Recalculated[];
  readonly limits: readonly Rejudged[];
}

function describeChange({ recalculated, limits }: Changed): string {
  const moved = recalculated.length > 0 ? [`${countDuties(recalculated)} due at another time now`] : [];
  return ['Event updated successfully', ...moved, ...describeLimits(limits)].join('. ');
}

/** Which duties of a headcount open by what was changed, and which don't any more (R-events-9). */
function describeLimits(limits: readonly Rejudged[]): string[] {
  const named = (opens: boolean) => limits.filter((one) => one.opens === opens);
  const describe = (duties: readonly Rejudged[]) => duties.map(({ title, label }) => `${title} (${label})`).join(', ');
  return [
    ...(named(true).length > 0 ? [`Opened: ${describe(named(true))}`] : []),
    ...(named(false).length > 0 ? [`Does not open any more: ${describe(named(false))}`] : []),
  ];
}

function countDuties({ length }: readonly Recalculated[]): string {
  return length === 1 ? '1 duty is' : `${length} duties are`;
}

/** Closing and reopening, from a button. */
export function useCloseEvent(id: string) {
  return useCall({
    send: (closed: boolean) =>
      request(updateEvent, { params: { id }, body: { closed }, failed: 'Failed to update the event' }),
    done: (closed, { limits }) => [closed ? 'Event closed' : 'Event reopened', ...describeLimits(limits)].join('. '),
    changes: CHANGED,
  });
}

/** Duty of an event, as calls name it. */
export interface DutyOfEvent {
  readonly id: string;
  readonly dutyId: string;
}

export function useDecideDuty(params: DutyOfEvent) {
  return useCall({
    send: (applies: boolean) =>
      request(decideDuty, { params, body: { applies }, failed: 'Failed to save whether it applies' }),
    changes: CHANGED,
  });
}

/** Record of a status, which can be undone; its form shows failures. */
export function useRecordDuty(params: DutyOfEvent) {
  const { mutate: takeBack } = useTakeBackDuty(params);
  return useCall({
    send: async (body: NonNullable<Request<typeof updateDutyStatus>['body']>) =>
      (await request(updateDutyStatus, { params, body })).data,
    onDone: (_, duty) => {
      const newest = findNewest(duty);
      if (newest) toastWithUndo(describeRecorded(duty), () => takeBack(newest._id));
    },
    describeFailure: inSilence,
    changes: CHANGED,
  });
}

function describeRecorded({ waiting }: EventDuty): string {
  return waiting ? 'Recorded. It counts once it is checked.' : 'Status updated successfully';
}

/** Taking back of a record by its id; whoever asked for it may be gone from the screen. */
export function useTakeBackDuty(params: DutyOfEvent) {
  return useCall({
    send: (recordId: string) =>
      request(takeBackDutyStatus, { params: { ...params, recordId }, failed: 'Failed to take back' }),
    done: 'Taken back',
    changes: CHANGED,
  });
}
