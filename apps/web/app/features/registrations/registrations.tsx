import type { Registration } from '@anupalan/contract/company/registrations';
import { can } from '@anupalan/domain/permissions';
import { Button, EmptyState, Text } from '@mantine/core';
import { IconCertificate, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { useToday } from '../../lib/time/clock.ts';
import { useFocusAfterRemoval } from '../../lib/use-focus-after-removal.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { useRegistrations } from './calls.ts';
import { RegistrationRow } from './registration-row.tsx';
import classes from './registrations.module.css';

/** Lazy, because most who come here only look a number up. */
const RegistrationForm = lazy(() =>
  import('./registration-form.tsx').then((module) => ({ default: module.RegistrationForm })),
);

/** Page of the company's registrations and licences (R-registrations-1). */
export function Registrations() {
  const { data, isPending, refetch } = useRegistrations();
  const manages = can(useActor(), 'registrations.manage');
  const [edited, setEdited] = useState<Registration | 'new' | null>(null);
  const close = () => setEdited(null);
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={() => setEdited('new')}>
      Add a registration
    </Button>
  );

  return (
    <PageFrame
      title="Registrations and licences"
      text="The numbers that you file under, and what has to be renewed."
      action={manages && data && data.length > 0 && add}
    >
      {!data ? (
        <LoadingPanel what="registrations" failed={!isPending} onRetry={refetch} />
      ) : data.length === 0 ? (
        <EmptyState
          className={classes.empty}
          py="xl"
          icon={<IconCertificate />}
          title="No registrations yet"
          description={<span className={classes.why}>{manages ? WHY : NONE_FOR_READERS}</span>}
        >
          {manages && add}
        </EmptyState>
      ) : (
        <>
          <List registrations={data} onEdit={manages ? setEdited : undefined} />
          {!manages && (
            <Text size="sm" c="dimmed">
              {NONE_FOR_READERS}
            </Text>
          )}
        </>
      )}
      <FormDialog
        opened={edited !== null}
        title={edited === 'new' ? 'Add a registration' : 'Edit registration'}
        onClose={close}
      >
        {(leave) => (
          <Suspense>
            {edited && (
              <RegistrationForm registration={edited === 'new' ? null : edited} onDone={close} onCancel={leave} />
            )}
          </Suspense>
        )}
      </FormDialog>
    </PageFrame>
  );
}

const WHY =
  'Record the numbers that your returns are filed under, such as EPF, ESI and professional tax: each obligation then ' +
  'shows its own, ready to copy. Of a licence record the last day too, and you are told in time to renew it.';

const NONE_FOR_READERS = 'Managers and the owner of the company record them here.';

type ListProps = {
  registrations: readonly Registration[];
  onEdit: ((registration: Registration) => void) | undefined;
};

function List({ registrations, onEdit }: ListProps) {
  const today = useToday();
  const place = useFocusAfterRemoval<HTMLUListElement>(registrations.length);
  return (
    <ul ref={place} tabIndex={-1} className={classes.list} aria-label="Registrations">
      {registrations.map((one) => (
        <RegistrationRow key={one._id} registration={one} today={today} onEdit={onEdit} />
      ))}
    </ul>
  );
}
