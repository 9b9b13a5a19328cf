import type { EventDuty } from '@anupalan/contract/events/duties';
import type { CompanyEvent } from '@anupalan/contract/events/events';
import { indianDayOf, isBefore, parseCalendarDay } from '@anupalan/domain/calendar-day';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useToday } from '../../lib/time/clock.ts';
import { useLateCost } from './calls.ts';
import { dayOfDone, findDone } from './find-done.ts';
import { LateCostSection } from './late-cost-section.tsx';
import { type Delay, delayUntilNow, toQueryOfRules } from './late-payment.ts';

/** What it costs when a duty of an event is late; nothing where no rule of that is known (R-law-9). */
export function DutyLateCost({ event, duty }: { event: CompanyEvent; duty: EventDuty }) {
  const today = useToday();
  const [delay, setDelay] = useState<Delay | null>(null);
  const subject = { dutyId: duty._id };
  const start = delayOfDuty(event, duty, today);
  const cost = useLateCost(subject, toQueryOfRules(start));
  if (!cost.data || cost.data.lines.length === 0) return null;
  return (
    <Stack mt={20} maw={640}>
      <LateCostSection subject={subject} delay={delay} onOpen={() => setDelay(start)} />
    </Stack>
  );
}

/** Delay to begin with: until the day on which the duty was done, if that was late; payable since its event. */
function delayOfDuty(event: CompanyEvent, duty: EventDuty, today: Temporal.PlainDate): Delay {
  const dueOn = duty.dueDay === null ? null : parseCalendarDay(duty.dueDay);
  const delay = { ...delayUntilNow(dueOn, today), since: dayCountedFrom(event, duty) };
  const done = duty.recorded === 'done' ? findDone(duty) : undefined;
  const paidOn = done && dayOfDone(done);
  return dueOn && paidOn && isBefore(dueOn, paidOn) ? { ...delay, paidOn } : delay;
}

/** The day in India from which a duty counts; null where it isn't known, or no day of its event. */
function dayCountedFrom(
  { happenedAt, laterDays }: CompanyEvent,
  { countedFrom }: EventDuty,
): Temporal.PlainDate | null {
  const moment = countedFrom === 'event' ? happenedAt : laterDays[countedFrom];
  return moment ? indianDayOf(Temporal.Instant.from(moment)) : null;
}
