import { Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useFocusAfterRemoval } from '../../lib/use-focus-after-removal.ts';
import { useBroughtNames } from '../assignments/brought-people.ts';
import { type FilesOf, useWhyNone } from '../evidence/use-files-by-subject.ts';
import { HistoryLine } from './history-line.tsx';
import type { DatedRecord } from './history-records.ts';
import classes from './status-history-list.module.css';

type Props = {
  title: string;
  itemId: string;
  records: readonly DatedRecord[];
  viewerId: string;
  canChangeNotes: boolean;
  /** Ids of the records that the viewer can still take back. */
  takeable: ReadonlySet<string>;
  /** Files that stand at a record, by its id. */
  filesOf: FilesOf;
  /** Button that loads older records. */
  more?: ReactNode;
};

/** Who recorded and checked a record, as far as their names don't stand in it. */
function peopleOf({ updatedBy, updatedByName, checkedBy }: DatedRecord) {
  return [...(updatedByName === undefined ? [updatedBy] : []), ...(checkedBy ? [checkedBy] : [])];
}

/** Records, the newest first (R-statuses-12). */
export function StatusHistoryList({
  title,
  itemId,
  records,
  viewerId,
  canChangeNotes,
  takeable,
  filesOf,
  more,
}: Props) {
  const headingId = useId();
  const whyNone = useWhyNone(itemId);
  const checked = new Set(records.flatMap(({ _id, checkedBy }) => (checkedBy ? [_id] : [])));
  const brought = useBroughtNames(records.flatMap(peopleOf), itemId);
  const list = useFocusAfterRemoval<HTMLUListElement>(records.length);
  return (
    <div>
      <h4 id={headingId} className={classes.heading}>
        {title}
      </h4>
      {records.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing recorded yet.
        </Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable to be scrolled by keys
        <ul ref={list} className={classes.list} aria-labelledby={headingId} tabIndex={0}>
          {records.map((record) => (
            <HistoryLine
              key={record._id}
              itemId={itemId}
              record={record}
              viewerId={viewerId}
              canChangeNotes={canChangeNotes}
              isTakeable={takeable.has(record._id)}
              undoesCheck={checked.has(record.takesBack ?? '')}
              files={filesOf(record._id)}
              brought={brought}
              whyNone={whyNone(record._id)}
            />
          ))}
        </ul>
      )}
      {more}
    </div>
  );
}
