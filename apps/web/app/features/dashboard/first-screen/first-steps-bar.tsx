import type { Company } from '@anupalan/contract/companies';
import type { User } from '@anupalan/contract/users';
import { can } from '@anupalan/domain/permissions';
import { lazy, Suspense, useState } from 'react';
import { isTextList } from '../../../lib/guards.ts';
import { browserStorage } from '../../../lib/remembered.ts';
import { recallOf, rememberFor } from '../../../lib/remembered-by-user.ts';
import { useActor } from '../../../lib/session/actor.ts';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import classes from './first-steps.module.css';

/** Lazy, as most have taken them. */
const FirstSteps = lazy(() => import('./first-steps.tsx'));

/** Storage key of the companies whose first steps each user of the browser has taken or dismissed. */
const KEY = 'firstStepsGone';

const MOST_COMPANIES = 200;

type Props = {
  user: User;
  company: Company;
  rows: readonly ComplianceRow[];
  /** Whether the table's first rows were painted, which come first. */
  ready: boolean;
  onOpen: (itemId: string) => void;
};

/** Place of the first steps of an owner or manager (R-tracker-38); it is kept free until they are there. */
export function FirstStepsBar({ user, company, rows, ready, onOpen }: Props) {
  const actor = useActor();
  const stored = { key: KEY, userId: user._id };
  const [gone, setGone] = useState(() => recallOf(browserStorage, { ...stored, isValid: isTextList }) ?? []);
  if (!can(actor, 'companies.edit') || gone.includes(company._id)) return null;

  function end() {
    const value = [company._id, ...gone].slice(0, MOST_COMPANIES);
    rememberFor(browserStorage, { ...stored, value });
    setGone(value);
  }

  return (
    <div className={classes.place}>
      {ready && (
        <Suspense>
          <FirstSteps rows={rows} onOpen={onOpen} onEnd={end} />
        </Suspense>
      )}
    </div>
  );
}
