import type { OpenSession } from '@anupalan/contract/people/own-sessions';
import { Badge, Button } from '@mantine/core';
import { describeDevice } from '../../lib/describe-device.ts';
import { formatInstant } from '../../lib/time/dates.ts';
import classes from './own-sessions.module.css';

type Props = { session: OpenSession; ending: boolean; disabled: boolean; onEnd: () => void };

export function SessionRow({ session, ending, disabled, onEnd }: Props) {
  const device = describeDevice(session.device);
  return (
    <li className={classes.session}>
      <div>
        <div className={classes.device} title={session.device}>
          {device}
        </div>
        <div className={classes.use}>Last used {formatInstant(session.lastUsedAt)}</div>
      </div>
      {session.current ? (
        <Badge variant="light" tt="none">
          This device
        </Badge>
      ) : (
        <Button
          variant="default"
          size="compact-sm"
          loading={ending}
          disabled={disabled}
          onClick={onEnd}
          aria-label={`Sign out ${device}, last used ${formatInstant(session.lastUsedAt)}`}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
