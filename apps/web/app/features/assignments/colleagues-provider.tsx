import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useCompany } from '../../lib/session/company.ts';
import { useSession } from '../../lib/session/session.tsx';
import { useToday } from '../../lib/time/clock.ts';
import { assignmentsQuery } from './calls.ts';
import { Colleagues } from './colleagues.ts';
import { ColleaguesOfCompany } from './use-colleagues.ts';

/** Asks for the company's people once for all below it; who is alone asks for nothing (R-checks-18). */
export function ColleaguesProvider({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const company = useCompany();
  const today = useToday();
  const { data } = useQuery({ ...assignmentsQuery, enabled: company !== null && company.people > 1 });
  const viewerId = user?._id ?? '';
  const colleagues = useMemo(
    () => (data && data.people.length > 1 ? new Colleagues(data, { viewerId, today }) : null),
    [data, viewerId, today],
  );
  return <ColleaguesOfCompany value={colleagues}>{children}</ColleaguesOfCompany>;
}
