import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCompany } from '../../../lib/session/company.ts';
import { factsQuery } from '../../applicability/calls.ts';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import { useInvitations } from '../../invitations/calls.ts';
import { registrationsQuery } from '../../registrations/calls.ts';
import { summarizeRows } from '../row-summary.ts';

/** Which of the first steps the data say are taken (R-tracker-38). */
export interface StepsTaken {
  readonly facts: boolean;
  readonly registrations: boolean;
  readonly month: boolean;
  readonly people: boolean;
  readonly reminder: boolean;
}

/** Steps that are taken; null while that is not known yet. What could not be asked is taken for not taken. */
export function useStepsTaken(rows: readonly ComplianceRow[]): StepsTaken | null {
  const facts = useQuery(factsQuery);
  const registrations = useQuery(registrationsQuery);
  const isAlone = useCompany()?.people === 1;
  const invitations = useInvitations({ enabled: isAlone });
  const ofRows = useMemo(() => readRows(rows), [rows]);
  if (facts.isPending || registrations.isPending || (isAlone && invitations.isPending)) return null;
  return {
    ...ofRows,
    facts: (facts.data?.answers.length ?? 0) > 0,
    registrations: (registrations.data?.length ?? 0) > 0,
    people: !isAlone || (invitations.data?.length ?? 0) > 0,
  };
}

/** What of the steps the rows themselves say. */
function readRows(rows: readonly ComplianceRow[]): Pick<StepsTaken, 'month' | 'reminder'> {
  const { doneThisMonth, dueThisMonth } = summarizeRows(rows);
  return {
    month: doneThisMonth > 0 || dueThisMonth === 0,
    reminder: rows.some(({ item }) => item.customReminders.length > 0),
  };
}
