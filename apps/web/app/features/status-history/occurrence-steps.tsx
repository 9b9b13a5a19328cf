import type { Schedule } from '@anupalan/domain/occurrence';
import { occurrenceAt, occurrenceIndexAtOrAfter, occurrenceIndexAtOrBefore } from '@anupalan/domain/recurrence';
import { Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

type Props = {
  schedule: Schedule;
  /** Where to step from: an occurrence or any other day. */
  day: Temporal.PlainDate;
  onStep: (day: Temporal.PlainDate) => void;
};

/** Moves the status date to the due date before or after it. */
export function OccurrenceSteps({ schedule: { first, frequency }, day, onStep }: Props) {
  if (!first || frequency === 'once') return null;
  const before = occurrenceAt(first, frequency, occurrenceIndexAtOrAfter(first, frequency, day) - 1);
  const after = occurrenceAt(first, frequency, occurrenceIndexAtOrBefore(first, frequency, day) + 1);
  return (
    <Group justify="space-between">
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconChevronLeft size={14} aria-hidden />}
        disabled={!before}
        onClick={() => before && onStep(before)}
      >
        Previous
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        rightSection={<IconChevronRight size={14} aria-hidden />}
        disabled={!after}
        onClick={() => after && onStep(after)}
      >
        Next
      </Button>
    </Group>
  );
}
