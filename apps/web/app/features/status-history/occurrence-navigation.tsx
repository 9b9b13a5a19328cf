import { type RecordedStatuses, type Schedule, statusOn } from '@anupalan/domain/occurrence';
import { countListedOccurrences, pageButtons } from '@anupalan/domain/occurrence-navigation';
import { isWithin } from '@anupalan/domain/period';
import {
  occurrenceAt,
  occurrenceIndexAtOrAfter,
  occurrenceIndexAtOrBefore,
  occurrenceIndexNear,
} from '@anupalan/domain/recurrence';
import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import classes from './occurrence-navigation.module.css';
import { OccurrencePage } from './occurrence-page.tsx';

type Props = {
  schedule: Schedule;
  recorded: RecordedStatuses;
  /** Chosen day: an occurrence, or any other day. */
  day: Temporal.PlainDate;
  onDay: (day: Temporal.PlainDate) => void;
  today: Temporal.PlainDate;
};

/** Navigation between due dates, which moves the status date (R-due-dates-18); a viewer's leads to those they see. */
export function OccurrenceNavigation({ schedule, recorded, day, onDay, today }: Props) {
  const { first, frequency, within } = schedule;
  const near = first && occurrenceIndexNear(first, frequency, day);
  if (first === null || near === null) return null;
  const seenAt = (index: number) => {
    const due = occurrenceAt(first, frequency, index);
    return due && isWithin(within, due) ? due : null;
  };
  const before = seenAt(occurrenceIndexAtOrAfter(first, frequency, day) - 1);
  const after = seenAt(occurrenceIndexAtOrBefore(first, frequency, day) + 1);
  const pages = pageButtons(near, countListedOccurrences(first, frequency, near));

  return (
    <nav aria-label="Occurrences" className={classes.navigation}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconChevronLeft size={14} aria-hidden />}
        disabled={!before}
        onClick={() => before && onDay(before)}
      >
        Previous
      </Button>
      <Button
        variant="default"
        size="xs"
        rightSection={<IconChevronRight size={14} aria-hidden />}
        disabled={!after}
        onClick={() => after && onDay(after)}
      >
        Next
      </Button>
      <div className={classes.pages}>
        {pages.map((index) => {
          const due = seenAt(index);
          return (
            due && (
              <OccurrencePage
                key={index}
                number={index + 1}
                due={due}
                status={statusOn(due, { recorded, today })}
                isCurrent={due.equals(day)}
                onPick={() => onDay(due)}
              />
            )
          );
        })}
      </div>
    </nav>
  );
}
