import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Panel } from '../../ui/panel.tsx';

const AddCompanyDialog = lazy(() => import('./add-company-dialog.tsx'));

/** Way to a further company, which later is in the bar's list (R-companies-22). */
export function AddCompany() {
  const [adding, { open, close }] = useDisclosure(false);
  return (
    <Panel title="Another company" text="Do you look after more than one? Each has its own obligations and people.">
      <div>
        <Button variant="default" leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={open}>
          Add a company
        </Button>
      </div>
      {adding && (
        <Suspense>
          <AddCompanyDialog onClose={close} />
        </Suspense>
      )}
    </Panel>
  );
}
