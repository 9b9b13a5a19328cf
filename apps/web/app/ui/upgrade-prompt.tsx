import { IconLock } from '@tabler/icons-react';
import { Link } from '../lib/company/company-link.tsx';
import classes from './upgrade-prompt.module.css';

/** Link from locked content to the plans. */
export function UpgradePrompt({ children = 'Upgrade to Access' }: { children?: string }) {
  return (
    <Link to="/plans" className={classes.prompt} title={`${children}: comes with Premium`}>
      <IconLock size={12} stroke={2.2} aria-hidden />
      {children}
    </Link>
  );
}
