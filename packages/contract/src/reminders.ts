import { z } from 'zod';
import { ComplianceItem, CustomReminder } from './compliance-items.ts';
import { StatusWindow } from './status-history.ts';
import { defineCall } from './wire/call.ts';
import { success } from './wire/envelope.ts';
import { ActedFor, Id, moment } from './wire/primitives.ts';

/** Reminders at most; one more is 409 (R-records-7). */
export const MAX_REMINDERS = { anItem: 100, aWorkspace: 1_000 };

export const NewReminder = ActedFor.extend({ reminderDate: moment() });
export type NewReminder = z.infer<typeof NewReminder>;

const ReminderOfItem = z.object({ id: Id, reminderId: Id });

export const listReminders = defineCall({
  id: 'listReminders',
  method: 'GET',
  path: '/compliance/reminders',
  noun: 'reminders',
  summary: "A user's own reminders about the items that apply to them, earliest first",
  access: 'reminders.list',
  query: ActedFor,
  answers: { 200: success(z.array(CustomReminder)) },
});

export const createReminder = defineCall({
  id: 'createReminder',
  method: 'POST',
  path: '/compliance/data/:id/reminders',
  noun: 'reminders',
  summary: 'Set a reminder about an item',
  access: 'reminders.create',
  params: z.object({ id: Id }),
  query: StatusWindow,
  body: NewReminder,
  answers: { 201: success(ComplianceItem) },
});

export const deleteReminder = defineCall({
  id: 'deleteReminder',
  method: 'DELETE',
  path: '/compliance/data/:id/reminders/:reminderId',
  noun: 'reminders',
  summary: 'Delete a reminder',
  access: 'reminders.change',
  params: ReminderOfItem,
  query: StatusWindow,
  body: ActedFor,
  answers: { 200: success(ComplianceItem) },
});

export const acknowledgeReminder = defineCall({
  id: 'acknowledgeReminder',
  method: 'PATCH',
  path: '/compliance/data/:id/reminders/:reminderId/acknowledge',
  noun: 'reminders',
  summary: 'Acknowledge a reminder, once',
  access: 'reminders.change',
  params: ReminderOfItem,
  query: StatusWindow,
  body: ActedFor,
  answers: { 200: success(ComplianceItem) },
});
