import { formatDay, formatIsoDay, indianDayOf, indianTimeOf, parseCalendarDay } from '@anupalan/domain/calendar-day';
import type { Due } from '@anupalan/domain/events/deadline';
import { describeTimeLeft, urgencyOf } from '@anupalan/domain/events/duty';
import type { Status } from '@anupalan/domain/statuses';

/** The part of a duty that says when it is due. */
export interface Dated {
  readonly dueDay: string | null;
  readonly dueAt: string | null;
  readonly recorded: Status | null;
}

/** When a duty is due, as the domain has it. */
export function dueOf({ dueDay, dueAt }: Pick<Dated, 'dueDay' | 'dueAt'>): Due | null {
  const day = dueDay === null ? null : parseCalendarDay(dueDay);
  return day && { day, at: dueAt === null ? null : Temporal.Instant.from(dueAt) };
}

/** Urgency of a duty at a moment. */
export function urgencyAt(duty: Dated, now: Temporal.Instant) {
  return urgencyOf({ due: dueOf(duty), recorded: duty.recorded ?? undefined }, now);
}

/** `21/11/2026, 23:59` where the time counts, else `21/11/2026`; Indian time. */
export function describeDue(duty: Pick<Dated, 'dueDay' | 'dueAt'>): string {
  const due = dueOf(duty);
  if (!due) return 'No day yet';
  return due.at ? describeMoment(due.at.toString()) : formatDay(due.day);
}

/** How long a duty has, in words; empty where it has no day yet, or is done with. */
export function describeLeft(duty: Dated, now: Temporal.Instant): string {
  const due = dueOf(duty);
  return due && urgencyAt(duty, now) !== 'settled' ? describeTimeLeft(due, now) : '';
}

/** Moment (ISO) in India: `20/11/2026, 10:15`. */
function describeMoment(iso: string): string {
  const moment = Temporal.Instant.from(iso);
  return `${formatDay(indianDayOf(moment))}, ${indianTimeOf(moment)}`;
}

/** Day or moment of an event. */
export function describeHappened(happenedAt: string, hasTime: boolean): string {
  return hasTime ? describeMoment(happenedAt) : formatIsoDay(happenedAt);
}

/** What was typed into a day's box and a time's, as the API reads it: a moment in India, or a day. */
export function toMoment(day: string, time: string): string {
  return time ? `${day}T${time}+05:30` : day;
}

/** Day and time as boxes hold them. */
export function toTyped(iso: string, hasTime: boolean): { day: string; time: string } {
  if (!hasTime) return { day: iso.slice(0, 10), time: '' };
  const moment = Temporal.Instant.from(iso);
  return { day: indianDayOf(moment).toString(), time: indianTimeOf(moment) };
}
