import { z } from 'zod';
import { defineCall } from './call.ts';
import { ComplianceItem, CustomReminder } from './compliance-items.ts';
import { success } from './envelope.ts';
import { ActedFor, Id, moment } from './primitives.ts';
import { StatusWindow } from './status-history.ts';

/** Most reminders at once; one more is 409. */
export const MAX_REMINDERS = { anItem: 100, aWorkspace: 1_000 };

export const NewReminder = ActedFor.extend({ reminderDate: moment() });
export type NewReminder = z.infer<typeof NewReminder>;

const ReminderOfItem = z.object({ id: Id, reminderId: Id });

export const listReminders = defineCall({
  method: 'GET',
  path: '/compliance/reminders',
  noun: 'reminders',
  summary: "A user's own reminders about the items that apply to them, earliest first",
  access: 'signed-in',
  query: ActedFor,
  answers: { 200: success(z.array(CustomReminder)) },
});

export const createReminder = defineCall({
  method: 'POST',
  path: '/compliance/data/:id/reminders',
  noun: 'reminders',
  summary: 'Set a reminder about an item',
  access: 'signed-in',
  params: z.object({ id: Id }),
  query: StatusWindow,
  body: NewReminder,
  answers: { 201: success(ComplianceItem) },
});

export const deleteReminder = defineCall({
  method: 'DELETE',
  path: '/compliance/data/:id/reminders/:reminderId',
  noun: 'reminders',
  summary: 'Delete a reminder',
  access: 'signed-in',
  params: ReminderOfItem,
  query: StatusWindow,
  body: ActedFor,
  answers: { 200: success(ComplianceItem) },
});

export const acknowledgeReminder = defineCall({
  method: 'PATCH',
  path: '/compliance/data/:id/reminders/:reminderId/acknowledge',
  noun: 'reminders',
  summary: 'Acknowledge a reminder, once',
  access: 'signed-in',
  params: ReminderOfItem,
  query: StatusWindow,
  body: ActedFor,
  answers: { 200: success(ComplianceItem) },
});
