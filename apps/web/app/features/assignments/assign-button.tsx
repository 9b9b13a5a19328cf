import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { can } from '@anupalan/domain/permissions';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { useColleagues } from './use-colleagues.ts';

const AssignDialog = lazy(() => import('./assign-dialog.tsx'));

type Props = {
  items: readonly ComplianceItem[];
  acts: readonly { readonly value: string; readonly label: string }[];
};

/** Opens the dialog of assignments, for managers of a company of several people (R-checks-19). */
export function AssignButton({ items, acts }: Props) {
  const hasColleagues = useColleagues() !== null;
  const mayAssign = can(useActor(), 'assignments.change');
  const [assigning, setAssigning] = useState(false);
  if (!hasColleagues || !mayAssign) return null;
  return (
    <>
      <Button variant="default" onClick={() => setAssigning(true)}>
        Assign…
      </Button>
      <Suspense>{assigning && <AssignDialog items={items} acts={acts} onClose={() => setAssigning(false)} />}</Suspense>
    </>
  );
}
