import { can } from '@anupalan/domain/permissions';
import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../lib/company/company-link.tsx';
import { useActor } from '../../lib/session/actor.ts';
import { useCompany } from '../../lib/session/company.ts';
import { checksCountQuery } from './calls.ts';
import classes from './checks.module.css';

/** Number of records that wait for the viewer's check, in the bar, which leads to them; nothing without any (R-checks-19). */
export default function ChecksCounter() {
  const company = useCompany();
  const mayCheck = can(useActor(), 'checks.list') && company !== null && company.people > 1;
  const { data: waiting = 0 } = useQuery({ ...checksCountQuery, enabled: mayCheck });
  if (!mayCheck || waiting === 0) return null;
  return (
    <Link to="/checks" className={classes.counter} aria-label={`${waiting} to check`} title={`${waiting} to check`}>
      <IconChecklist size={16} stroke={2} aria-hidden />
      {waiting}
      <span className={classes.words}>to check</span>
    </Link>
  );
}
