import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import type { TabCompany } from '../../lib/session/company.ts';
import { Panel } from '../../ui/panel.tsx';

const DeleteCompanyDialog = lazy(() => import('./delete-company-dialog.tsx'));

/** Way to the end of a company, for its owner (R-companies-25). */
export function DeleteCompany({ company }: { company: TabCompany }) {
  const [asking, { open, close }] = useDisclosure(false);
  return (
    <Panel
      title="Delete the company"
      text="With everything in it, for good. To leave it to somebody else, hand it over."
    >
      <div>
        <Button variant="light" color="red" onClick={open}>
          Delete this company
        </Button>
      </div>
      {asking && (
        <Suspense>
          <DeleteCompanyDialog company={company} onClose={close} />
        </Suspense>
      )}
    </Panel>
  );
}
