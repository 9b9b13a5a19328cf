import { DEADLINE_UNITS, DIRECTIONS } from '@anupalan/domain/events/deadline';
import { VISIBILITIES } from '@anupalan/domain/events/event-kind';
import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { State } from '../wire/primitives.ts';

/** A key of the catalogue. */
export const Key = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

export const Deadline = z.object({
  n: z.number().int(),
  unit: z.enum(DEADLINE_UNITS),
  direction: z.enum(DIRECTIONS),
});

/** What a kind of event asks for; its texts are the labels of the form (R-events-2). */
export const EventQuestions = z.object({
  date: z.string(),
  /** Whether the time of day counts. */
  time: z.boolean(),
  number: z.boolean(),
  label: z.string(),
  /** Days that become known later; `time` says whether the time of day counts there. */
  laterDays: z.array(z.object({ key: Key, name: z.string(), time: z.boolean() })),
});

export const Visibility = z.enum(VISIBILITIES);

/** A duty of a kind, as long as nothing has happened. */
const PossibleDuty = z.object({
  key: Key,
  title: z.string(),
  /** The name of its act; null for what rests on none. */
  act: z.string().nullable(),
  state: State,
  deadline: Deadline,
  countedFrom: z.string(),
  /** What must be true for it to open; null: always. */
  condition: z.string().nullable(),
});

export const EventKind = z.object({
  key: Key,
  name: z.string(),
  description: z.string(),
  asks: EventQuestions,
  visibility: Visibility,
  /** False for one that hangs on something recorded elsewhere, which `hangsOn` names. */
  offered: z.boolean(),
  hangsOn: z.string().nullable(),
  /** What it may open for this company, as things stand. */
  duties: z.array(PossibleDuty),
});
export type EventKind = z.infer<typeof EventKind>;

export const listEventKinds = defineCall({
  id: 'listEventKinds',
  method: 'GET',
  path: '/events/kinds',
  noun: 'events',
  summary: 'The kinds of events, with what each asks for and the duties that it may open for the company',
  access: 'events.list',
  answers: { 200: success(z.array(EventKind)) },
});
