import type { StatusEntry } from '@anupalan/contract/status-history';
import { STATUS_LABELS } from '@anupalan/domain/statuses';
import { Text } from '@mantine/core';
import { formatInstant } from '../../lib/time/dates.ts';
import { useBroughtNames } from '../assignments/brought-people.ts';
import { useColleagues } from '../assignments/use-colleagues.ts';
import { EvidenceButton } from '../evidence/evidence-button.tsx';
import type { FilesOf } from '../evidence/use-files-by-subject.ts';
import classes from './check-of-day.module.css';
import { StatusBadge } from './status-badge.tsx';
import { labelOfWaiting } from './waiting-label.ts';

type Props = {
  /** The obligation; absent of a duty. */
  itemId?: string;
  entry: Pick<StatusEntry, 'waiting' | 'returned'> | null | undefined;
  checker: string | null;
  /** Files that stand at a record, by its id; without it nothing is told of files. */
  filesOf?: FilesOf | undefined;
};

/** What waits for its check on a day, or came back from it with the reason (R-checks-7, R-checks-12). */
export function CheckOfDay({ itemId, entry, checker, filesOf }: Props) {
  const colleagues = useColleagues();
  const brought = useBroughtNames(entry?.returned ? [entry.returned.returnedBy] : [], itemId);
  if (entry?.waiting) {
    const { _id: id, status, note, createdAt } = entry.waiting;
    return (
      <div className={classes.check} role="note">
        <StatusBadge status={status} label={labelOfWaiting(status)} />
        {note && <p className={classes.words}>{note}</p>}
        <Text size="xs" c="dimmed">
          Recorded {formatInstant(createdAt)}
          {checker && colleagues && ` · ${colleagues.nameOf(checker)} checks it`}
        </Text>
        {filesOf && (
          <EvidenceButton
            subject={{ kind: 'record', id }}
            title={`${STATUS_LABELS[status]}, to be checked`}
            count={filesOf(id)?.length}
          />
        )}
      </div>
    );
  }
  if (entry?.returned) {
    const { status, reason, returnedAt, returnedBy } = entry.returned;
    const returner = brought.nameOf(returnedBy) ?? colleagues?.nameOf(returnedBy);
    return (
      <div className={classes.check} role="note">
        <StatusBadge status={status} struck />
        <p className={classes.words}>
          <b>Returned:</b> {reason}
        </p>
        <Text size="xs" c="dimmed">
          {formatInstant(returnedAt)}
          {returner && ` by ${returner}`}
        </Text>
      </div>
    );
  }
  return null;
}
