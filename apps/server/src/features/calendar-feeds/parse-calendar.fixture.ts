import ICAL from 'ical.js';

/** An entry as another program reads it. */
export interface SeenEntry {
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
  /** The times at which it reminds, as its reader's calendar counts them (RFC 5545, 3.8.6.3). */
  readonly rings: readonly string[];
}

/** The entries of a calendar as `ical.js` reads them, which has nothing to do with what wrote it. */
export function parseCalendar(text: string): SeenEntry[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    const textOf = (name: string) => String(component.getFirstPropertyValue(name) ?? '');
    return {
      uid: event.uid,
      day: event.startDate.toString(),
      isAllDay: event.startDate.isDate && component.getFirstProperty('dtstart')?.getParameter('tzid') === undefined,
      title: event.summary,
      description: event.description,
      url: textOf('url'),
      sequence: Number(component.getFirstPropertyValue('sequence')),
      changed: textOf('last-modified'),
      rings: component.getAllSubcomponents('valarm').map((alarm) => ringOf(alarm, event)),
      alarms: component.getAllSubcomponents('valarm').map((alarm) => String(alarm.getFirstPropertyValue('trigger'))),
    };
  });
}

/** A trigger counts from the start unless it says that it counts from the end. */
function ringOf(alarm: ICAL.Component, { startDate, endDate }: ICAL.Event): string {
  const trigger = alarm.getFirstProperty('trigger');
  const from = (trigger?.getParameter('related') === 'END' ? endDate : startDate).clone();
  const duration = trigger?.getFirstValue();
  if (!(duration instanceof ICAL.Duration)) throw new Error('A trigger of ours is a duration');
  from.isDate = false;
  from.addDuration(duration);
  return from.toString();
}
