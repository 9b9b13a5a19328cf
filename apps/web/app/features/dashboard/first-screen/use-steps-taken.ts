import { listInvitations } from '@anupalan/contract/people/invitations';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callQuery } from '../../../lib/api/call-query.ts';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import { summarizeRows } from '../row-summary.ts';

/** Which of the first steps the data say are taken (R-tracker-38). */
export interface StepsTaken {
  readonly facts: boolean;
  readonly registrations: boolean;
  readonly month: boolean;
  readonly people: boolean;
  readonly reminder: boolean;
}

const OPEN_INVITATIONS = callQuery(listInvitations, {}, ({ data }) => data.length);

/** Steps that are taken; null while that is not known yet. */
export function useStepsTaken(rows: readonly ComplianceRow[]): StepsTaken | null {
  const invitations = useQuery(OPEN_INVITATIONS);
  const ofRows = useMemo(() => readRows(rows), [rows]);
  if (invitations.isPending) return null;
  return { ...ofRows, people: (invitations.data ?? 0) > 0, facts: false, registrations: false };
}

/** What of the steps the rows themselves say. */
export function readRows(rows: readonly ComplianceRow[]): Pick<StepsTaken, 'month' | 'reminder'> {
  const { doneThisMonth, dueThisMonth } = summarizeRows(rows);
  return {
    month: doneThisMonth > 0 || dueThisMonth === 0,
    reminder: rows.some(({ item }) => item.customReminders.length > 0),
  };
}
