import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusAfterRemoval } from '../../lib/use-focus-after-removal.ts';
import classes from './record-list.module.css';

type ListProps = {
  label: string;
  count: number;
  empty: string;
  /** Whether a page is about the list: it then has its whole height, and the page scrolls. */
  whole?: boolean;
  children: ReactNode;
};

/** Records one a line, or the message that there are none. */
export function RecordList({ label, count, empty, whole = false, children }: ListProps) {
  const place = useFocusAfterRemoval<HTMLDivElement>(count);
  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      {count === 0 ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        <ul className={classes.list} data-whole={whole || undefined} aria-label={label}>
          {children}
        </ul>
      )}
    </div>
  );
}

type LineProps = {
  title: ReactNode;
  aside?: ReactNode;
  detail?: string | undefined;
  /** Actions on the record. */
  children: ReactNode;
};

export function RecordLine({ title, aside, detail, children }: LineProps) {
  return (
    <li className={classes.line}>
      <div className={classes.words}>
        <div className={classes.heading}>
          <b className={classes.title}>{title}</b>
          {aside}
        </div>
        {detail && <p className={classes.detail}>{detail}</p>}
      </div>
      <div className={classes.actions}>{children}</div>
    </li>
  );
}
