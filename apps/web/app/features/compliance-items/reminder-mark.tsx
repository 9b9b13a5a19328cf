import { IconBellRinging } from '@tabler/icons-react';
import classes from './reminder-mark.module.css';

/** Says without colour what the purple of a row says: one of the viewer's reminders waits to be acknowledged. */
export function ReminderMark() {
  return (
    <IconBellRinging size={15} stroke={2.1} role="img" aria-label="Has a reminder" className={classes.mark ?? ''} />
  );
}
