import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { clientOf } from '../api/query-client.ts';
import { useSession } from '../session/session.tsx';

/**
 * Part of the page that is about the company the tab works in. Its queries and changes are that company's, and another
 * company starts from a blank one (R-pages-36).
 */
export function CompanyScope({ children }: { children: ReactNode }) {
  const { company } = useSession();
  return (
    <QueryClientProvider key={company} client={clientOf(company)}>
      {children}
    </QueryClientProvider>
  );
}
