import { lazy, type ReactNode, Suspense } from 'react';
import { useSession } from '../../lib/session/session.tsx';
import { Loading } from '../../ui/pages/loading.tsx';
import { SomethingWrong } from '../../ui/pages/something-wrong.tsx';

/** Loaded late: few ever open a company that isn't theirs. */
const CompanyRefused = lazy(() => import('./company-refused.tsx'));

/** Page of a company, once it is known what the person is there (R-pages-38). */
export function CompanyGate({ children }: { children: ReactNode }) {
  const { companyState } = useSession();
  if (companyState === 'known') return children;
  if (companyState === 'failed') return <SomethingWrong />;
  if (companyState === 'loading') return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      <CompanyRefused />
    </Suspense>
  );
}
