import { Badge, Text, UnstyledButton } from '@mantine/core';
import { formatInstant } from '../../lib/time/dates.ts';
import classes from './enquiry-list.module.css';

export type EnquiryLine = {
  _id: string;
  title: string;
  from: string;
  /** First words of the enquiry. */
  extract: string;
  createdAt: string;
  handledAt: string | null;
};

type Props = { label: string; lines: readonly EnquiryLine[]; onOpen: (id: string) => void };

/** Enquiries, one a line. */
export function EnquiryList({ label, lines, onOpen }: Props) {
  return (
    <ul className={classes.list} aria-label={label}>
      {lines.map((line) => (
        <li key={line._id} className={classes.item}>
          <UnstyledButton className={classes.line} onClick={() => onOpen(line._id)}>
            <span className={classes.head}>
              <Text size="sm" fw={600} truncate>
                {line.title}
              </Text>
              <HandledBadge handledAt={line.handledAt} />
            </span>
            <Text size="sm" truncate>
              {line.from}
            </Text>
            <Text size="sm" c="dimmed" truncate>
              {line.extract}
            </Text>
            <Text size="xs" c="dimmed">
              {formatInstant(line.createdAt)}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

function HandledBadge({ handledAt }: { handledAt: string | null }) {
  return (
    <Badge variant="light" color={handledAt ? 'gray' : 'ink'} tt="none" flex="none" c="var(--mantine-color-text)">
      {handledAt ? 'Handled' : 'Open'}
    </Badge>
  );
}
