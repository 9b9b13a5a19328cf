import { VisuallyHidden } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './upgrade-prompt.module.css';

type Props = {
  children?: string;
  /** Shows the lock only; the words are for screen readers and who points at it. */
  iconOnly?: boolean;
};

/** Leads, wherever a free user meets something locked, to what opens it. */
export function UpgradePrompt({ children = 'Upgrade to Access', iconOnly = false }: Props) {
  return (
    <Link
      to="/plans"
      className={classes.prompt}
      data-icon-only={iconOnly || undefined}
      title={`${children}: comes with Premium`}
    >
      <IconLock size={12} stroke={2.2} aria-hidden />
      {iconOnly ? <VisuallyHidden>{children}</VisuallyHidden> : children}
    </Link>
  );
}
