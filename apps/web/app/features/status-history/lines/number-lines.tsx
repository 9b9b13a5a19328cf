import { stateLabel } from '@anupalan/domain/states';
import { Button, Group, Radio, Text } from '@mantine/core';
import { CopyNumber } from '../../registrations/copy-number.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { labelOfWaiting } from '../waiting-label.ts';
import type { LineOfDay } from './lines-of-day.ts';
import classes from './number-lines.module.css';

/** Choice that stands for all numbers. */
export const ALL_NUMBERS = 'all';

type Props = {
  lines: readonly LineOfDay[];
  /** Id of the registration that is recorded about, or {@link ALL_NUMBERS}. */
  value: string;
  onChange: (value: string) => void;
};

/** Registration numbers of a day, each with its status, to record about one or about all (R-registrations-16). */
export function NumberLines({ lines, value, onChange }: Props) {
  return (
    <Radio.Group label="Record for" value={value} onChange={onChange} mt="md">
      <ul className={classes.lines}>
        <li className={classes.line}>
          <Radio value={ALL_NUMBERS} label={`All ${lines.length} numbers`} />
        </li>
        {lines.map((line) => (
          <li key={line.registrationId} className={classes.line}>
            <Radio
              value={line.registrationId}
              classNames={{ root: classes.choice }}
              label={
                <>
                  <span className={classes.number}>{line.number}</span>
                  {line.state && <span className={classes.state}>{stateLabel(line.state)}</span>}
                </>
              }
            />
            <div className={classes.aside}>
              <StatusOfLine line={line} />
              <CopyNumber number={line.number} />
            </div>
          </li>
        ))}
      </ul>
    </Radio.Group>
  );
}

/** Says in place of the numbers that they aren't known yet, or could not be loaded. */
export function MissingNumbers({ failed, retry }: { failed: boolean; retry: () => void }) {
  if (!failed) {
    return (
      <Text role="status" size="sm" c="dimmed" mt="md">
        Loading registration numbers…
      </Text>
    );
  }
  return (
    <Group role="alert" gap="sm" mt="md">
      <Text size="sm">The registration numbers could not be loaded</Text>
      <Button variant="default" size="xs" onClick={retry}>
        Try again
      </Button>
    </Group>
  );
}

/** Status of a line; what waits for its check says so. */
export function StatusOfLine({ line: { status, waiting } }: { line: Pick<LineOfDay, 'status' | 'waiting'> }) {
  return waiting ? (
    <StatusBadge status={waiting.status} label={labelOfWaiting(waiting.status)} wraps />
  ) : (
    <StatusBadge status={status} quiet={status === 'pending'} />
  );
}
