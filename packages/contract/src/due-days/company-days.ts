import { z } from 'zod';
import { ComplianceItem } from '../compliance-items.ts';
import { StatusWindow } from '../status-history.ts';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { ActedFor, calendarDay, Id } from '../wire/primitives.ts';

/** The day by which the company wants to be done with an occurrence, which any of its days names (R-due-dates-25). */
export const NewCompanyDay = ActedFor.extend({
  forDate: calendarDay('Please select an occurrence'),
  day: calendarDay('Please select a day'),
});
export type NewCompanyDay = z.infer<typeof NewCompanyDay>;

const params = z.object({ id: Id });

export const setCompanyDay = defineCall({
  id: 'setCompanyDay',
  method: 'PUT',
  path: '/compliance/data/:id/company-day',
  noun: 'company-days',
  summary: "Set the company's own day for one occurrence of an item; people are reminded by it",
  access: 'company-days.change',
  params,
  query: StatusWindow,
  body: NewCompanyDay,
  answers: { 200: success(ComplianceItem) },
});

export const removeCompanyDay = defineCall({
  id: 'removeCompanyDay',
  method: 'DELETE',
  path: '/compliance/data/:id/company-day',
  noun: 'company-days',
  summary: "Take the company's own day of one occurrence away",
  access: 'company-days.change',
  params,
  query: StatusWindow.extend({ ...ActedFor.shape, forDate: calendarDay('Please select an occurrence') }),
  answers: { 200: success(ComplianceItem) },
});
