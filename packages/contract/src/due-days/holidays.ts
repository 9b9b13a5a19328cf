import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement, success } from '../wire/envelope.ts';
import { ActedFor, calendarDay, Id, IsoDay, text } from '../wire/primitives.ts';

/** The list goes out whole, so it is capped (R-due-dates-31). */
export const MAX_HOLIDAYS = 200;

/** A day off of the company's own. */
export const Holiday = z.object({ _id: Id, day: IsoDay, name: z.string() });
export type Holiday = z.infer<typeof Holiday>;

export const NewHoliday = ActedFor.extend({
  day: calendarDay('Please select a day'),
  name: text('Please name the holiday'),
});
export type NewHoliday = z.infer<typeof NewHoliday>;

export const listHolidays = defineCall({
  id: 'listHolidays',
  method: 'GET',
  path: '/holidays',
  noun: 'holidays',
  summary: "The company's own holidays, in order; Sundays, national days and the banks' Saturdays are everybody's",
  access: 'holidays.list',
  query: ActedFor,
  answers: { 200: success(z.array(Holiday)) },
});

export const createHoliday = defineCall({
  id: 'createHoliday',
  method: 'POST',
  path: '/holidays',
  noun: 'holidays',
  summary: "Add a holiday of the company's own",
  access: 'holidays.manage',
  body: NewHoliday,
  answers: { 201: success(Holiday) },
});

export const deleteHoliday = defineCall({
  id: 'deleteHoliday',
  method: 'DELETE',
  path: '/holidays/:id',
  noun: 'holidays',
  summary: 'Remove a holiday',
  access: 'holidays.manage',
  params: z.object({ id: Id }),
  query: ActedFor,
  answers: { 200: Acknowledgement },
});
