import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import type { StatusEntry } from '@anupalan/contract/status-history';
import { type RecordedStatuses, statusOn } from '@anupalan/domain/occurrence';
import { useState } from 'react';
import { isRecorded } from '../../compliance-items/describe-lines.ts';
import { useRegistrations } from '../../registrations/calls.ts';
import { listLines } from './lines-of-day.ts';
import { ALL_NUMBERS } from './number-lines.tsx';

interface Day {
  readonly day: Temporal.PlainDate | null;
  readonly entry: StatusEntry | null | undefined;
  readonly recorded: RecordedStatuses;
  /** Day on which the occurrence of `day` really falls due. */
  readonly legal: Temporal.PlainDate | null;
  readonly today: Temporal.PlainDate;
}

/**
 * Registration numbers of a day, where there are several, and which of them is recorded about: all until one was, then
 * the first that is open, unless another is chosen.
 */
export function useNumberLines(item: ComplianceItem, { day, legal, entry, recorded, today }: Day) {
  const hasNumbers = item.registrationKind !== undefined;
  const { data: registrations, isError, refetch } = useRegistrations({ enabled: hasNumbers });
  const [choice, setChoice] = useState<{ day: string; value: string } | null>(null);
  const iso = String(day);
  const lines = day
    ? listLines(item, registrations ?? [], {
        day: iso,
        entry,
        status: statusOn(day, { recorded, today }, legal ?? day),
      })
    : [];
  const usual = entry?.lines && lines.find((line) => !isRecorded(line))?.registrationId;
  const chosen = (choice?.day === iso ? choice.value : usual) ?? ALL_NUMBERS;
  const line = lines.find(({ registrationId }) => registrationId === chosen);
  return {
    /** Set until the numbers are known: before, a status would be about all of them, whichever was meant. */
    missing: hasNumbers && registrations === undefined ? { failed: isError, retry: refetch } : null,
    lines,
    line,
    chosen: line ? chosen : ALL_NUMBERS,
    choose: (value: string) => setChoice({ day: iso, value }),
    startOver: () => setChoice(null),
    about: line && {
      registrationId: line.registrationId,
      registrationNumber: line.number,
      numbers: lines.map(({ registrationId }) => registrationId),
      status: line.waiting?.status ?? line.status,
    },
  };
}
