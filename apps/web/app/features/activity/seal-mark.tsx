import { UnstyledButton } from '@mantine/core';
import { IconClockHour4, IconShieldCheck } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import classes from './activity.module.css';

const SealDialog = lazy(() => import('./seal-dialog.tsx').then((module) => ({ default: module.SealDialog })));

type Props = {
  /** Number of the seal; undefined as long as the event isn't sealed. */
  seal: number | undefined;
  /** What it is a mark of, for who can't see which line it stands in. */
  of: string;
};

/** Whether an event is sealed; a press shows its seal with the head (R-activity-7). */
export function SealMark({ seal, of }: Props) {
  const [open, setOpen] = useState(false);
  if (seal === undefined) {
    return (
      <span className={classes.unsealed} role="img" aria-label="Not sealed yet" title="Sealed within a minute">
        <IconClockHour4 size={16} stroke={1.8} aria-hidden />
      </span>
    );
  }
  const label = `Sealed, seal ${seal.toLocaleString('en-IN')}`;
  return (
    <>
      <UnstyledButton
        className={classes.seal}
        aria-label={`${label}: ${of}`}
        aria-haspopup="dialog"
        title={label}
        onClick={() => setOpen(true)}
      >
        <IconShieldCheck size={16} stroke={1.8} aria-hidden />
      </UnstyledButton>
      {open && (
        <Suspense>
          <SealDialog number={seal} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
