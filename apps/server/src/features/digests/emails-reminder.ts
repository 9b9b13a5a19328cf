import { indianDayOf } from '@anupalan/domain/calendar-day';
import {
  joinWritten,
  type WrittenContent,
  writeAction,
  writeAside,
  writeParagraph,
} from '../../platform/mail/written-mail.ts';
import { formatDay, formatTime, pageOf, type Writing } from './describe-lines.ts';
import type { ReminderToWrite } from './queries-reminders.ts';

/** The reminder that somebody set for themselves (R-digests-11). */
export function writeReminder(
  { title, act, companyName, companyId, itemId, at }: ReminderToWrite,
  writing: Pick<Writing, 'publicUrl'>,
): Omit<WrittenContent, 'to'> {
  const moment = `${formatDay(indianDayOf(at))}, ${formatTime(at)}`;
  return {
    subject: `Reminder: ${title}`,
    preview: `${companyName} · ${moment}`,
    heading: title,
    ...joinWritten([
      writeParagraph(`You asked to be reminded of this on ${moment}, for ${companyName}.`),
      writeParagraph(act),
      writeAction('Open it', pageOf({ companyId }, `/dashboard?item=${itemId}`, writing)),
      writeAside('You choose in your profile what you are told, and when.', {
        label: 'Your profile',
        href: `${writing.publicUrl}/profile`,
      }),
    ]),
  };
}
