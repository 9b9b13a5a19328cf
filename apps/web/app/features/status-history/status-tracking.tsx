import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import type { User } from '@anupalan/contract/users';
import type { RecordedStatuses, Schedule } from '@anupalan/domain/occurrence';
import { can } from '@anupalan/domain/permissions';
import { Stack } from '@mantine/core';
import { useId, useState } from 'react';
import { actorOf } from '../../lib/actor.ts';
import { listRecords } from './history-records.ts';
import { OccurrenceSteps } from './occurrence-steps.tsx';
import { StatusForm } from './status-form.tsx';
import { StatusHistoryList } from './status-history-list.tsx';
import classes from './status-tracking.module.css';

type Props = {
  item: ComplianceItem;
  schedule: Schedule;
  /** What the viewer's workspace recorded. */
  recorded: RecordedStatuses;
  /** The day to start on: the occurrence the dialog was opened about; null for what never falls due. */
  startOn: Temporal.PlainDate | null;
  user: User;
  today: Temporal.PlainDate;
};

/**
 * Records statuses and shows what was recorded. Free users get the simple variant: three statuses and their newest
 * record (decisions, section 5).
 */
export function StatusTracking({ item, schedule, recorded, startOn, user, today }: Props) {
  const headingId = useId();
  const [day, setDay] = useState<Temporal.PlainDate | null>(startOn);
  const actor = actorOf(user);
  const isWhole = can(actor, 'status-history.read');
  const records = listRecords(item.statusHistory);

  return (
    <section aria-labelledby={headingId} className={classes.panel}>
      <h3 id={headingId} className={classes.heading}>
        Status Tracking
      </h3>
      <Stack gap="lg">
        {isWhole && <OccurrenceSteps schedule={schedule} day={day ?? today} onStep={setDay} />}
        <StatusForm itemId={item._id} actor={actor} recorded={recorded} day={day} onDay={setDay} today={today} />
        <StatusHistoryList
          title={isWhole ? 'Status History' : 'Latest Record'}
          records={isWhole ? records : records.slice(0, 1)}
          viewerId={user._id}
        />
      </Stack>
    </section>
  );
}
