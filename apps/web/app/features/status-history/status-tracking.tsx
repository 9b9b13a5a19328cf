import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import type { User } from '@anupalan/contract/users';
import { formatDay, toIsoMidnight } from '@anupalan/domain/calendar-day';
import { legalDayOf } from '@anupalan/domain/due-days/legal-order';
import type { RecordedStatuses, Schedule } from '@anupalan/domain/occurrence';
import { can } from '@anupalan/domain/permissions';
import { Button, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { useMinute } from '../../lib/time/clock.ts';
import { useColleagues } from '../assignments/use-colleagues.ts';
import { useStatusesAround } from '../compliance-items/calls.ts';
import { recordedUnder } from '../compliance-items/moved-days.ts';
import { useFilesBySubject } from '../evidence/use-files-by-subject.ts';
import { useOlderHistory } from './calls.ts';
import { CheckOfDay } from './check-of-day.tsx';
import { listRecords, listTakeable } from './history-records.ts';
import { MissingNumbers, NumberLines } from './lines/number-lines.tsx';
import { useNumberLines } from './lines/use-number-lines.ts';
import { OccurrenceNavigation } from './occurrence-navigation.tsx';
import { StatusForm } from './status-form.tsx';
import { StatusHistoryList } from './status-history-list.tsx';
import classes from './status-tracking.module.css';

type Props = {
  item: ComplianceItem;
  schedule: Schedule;
  /** Statuses recorded by the viewer's workspace. */
  recorded: RecordedStatuses;
  /** Initial day: the occurrence the dialog was opened for; null for an item that never falls due (R-tracker-27). */
  startOn: Temporal.PlainDate | null;
  user: User;
  today: Temporal.PlainDate;
};

/**
 * Status form and history. Free users get the simple variant: three statuses and their newest record (R-statuses-7).
 */
export function StatusTracking({ item, schedule, startOn, user, today, ...sent }: Props) {
  const headingId = useId();
  const [picked, setDay] = useState<Temporal.PlainDate | null>(startOn);
  // Whoever picks the day on which an occurrence really falls due means that occurrence (R-due-dates-26).
  const day = picked && recordedUnder(item, schedule, picked);
  const legal = day && legalDayOf(day, schedule);
  const actor = useActor();
  const isWhole = can(actor, 'status-history.read');
  const missing = useStatusesAround(day ?? today, { enabled: item.statusHistoryCut === 'entries' });
  const ofMonth = missing?.get(item._id);
  const recorded = ofMonth ? new Map([...ofMonth, ...sent.recorded]) : sent.recorded;
  const older = useOlderHistory(item, { atOnce: isWhole && item.statusHistoryCut !== undefined });
  const records = listRecords(older.entries);
  const now = useMinute();
  const takeable = listTakeable(older.entries, now, ({ updatedBy }) =>
    can(actor, 'status-history.take-back', { userId: updatedBy ?? '' }),
  );
  const filesOf = useFilesBySubject(item._id);
  const colleagues = useColleagues();
  const entry = day && older.entries.find(({ date, isOwn = true }) => isOwn && date === toIsoMidnight(day));
  const numbers = useNumberLines(item, { day, legal, entry, recorded, today });
  const { statusHistoryTotal = 0 } = item; // of administrators, and of premium users with more (R-statuses-16)

  return (
    <section aria-labelledby={headingId} className={classes.panel}>
      <h3 id={headingId} className={classes.heading}>
        Status Tracking
      </h3>
      <Stack gap="lg">
        {isWhole && (
          <OccurrenceNavigation
            schedule={schedule}
            exceptions={item.dueDate.exceptions}
            recorded={recorded}
            day={day ?? today}
            onDay={setDay}
            today={today}
          />
        )}
        {actor && can(actor, 'status-history.record', 'done') && (
          <StatusForm
            itemId={item._id}
            actor={actor}
            recorded={recorded}
            day={day}
            legal={legal}
            onDay={setDay}
            today={today}
            hasChecker={item.assignment.checker !== null}
            requiresEvidence={colleagues?.requiresEvidence(item)}
            line={numbers.about}
            isHeld={numbers.missing !== null}
            onRecorded={numbers.startOver}
          >
            {numbers.missing && <MissingNumbers {...numbers.missing} />}
            {day && legal && !legal.equals(day) && (
              <Text size="sm" c="dimmed" mt={4}>
                Falls due on {formatDay(legal)} this time; everything is recorded under {formatDay(day)}.
              </Text>
            )}
            {numbers.lines.length > 0 && (
              <NumberLines lines={numbers.lines} value={numbers.chosen} onChange={numbers.choose} />
            )}
            <CheckOfDay
              itemId={item._id}
              entry={numbers.line ?? entry}
              checker={item.assignment.checker}
              filesOf={filesOf}
            />
          </StatusForm>
        )}
        <StatusHistoryList
          itemId={item._id}
          title={isWhole ? 'Status History' : 'Latest Record'}
          records={isWhole ? records : records.slice(0, 1)}
          viewerId={user._id}
          takeable={takeable}
          filesOf={filesOf}
          canChangeNotes={can(actor, 'status-history.change-note')}
          more={
            (statusHistoryTotal > older.entries.length || item.statusHistoryCut) &&
            isWhole &&
            !older.isComplete && (
              <Button variant="default" size="xs" mt="xs" loading={older.isLoading} onClick={older.showOlder}>
                Show older
              </Button>
            )
          }
        />
      </Stack>
    </section>
  );
}
