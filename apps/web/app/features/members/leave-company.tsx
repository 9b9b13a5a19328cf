import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { rememberUsedCompany } from '../../lib/company/used-company.ts';
import type { TabCompany } from '../../lib/session/company.ts';
import { useSession } from '../../lib/session/session.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useLeaveCompany } from './calls.ts';

/** Way out of a company, for everybody but its owner (R-members-7). */
export function LeaveCompany({ company }: { company: TabCompany }) {
  const { user } = useSession();
  const leaving = useLeaveCompany();
  const [asking, { open, close }] = useDisclosure(false);

  function leave() {
    leaving.mutate(undefined, {
      onSuccess: () => {
        if (user) rememberUsedCompany(user._id, '');
        // A new document, so that nothing of the company is left.
        window.location.assign('/dashboard');
      },
      onError: close,
    });
  }

  return (
    <Panel title="Leave" text={`You can leave ${company.name} at any time. What you recorded stays.`}>
      <div>
        <Button variant="default" onClick={open}>
          Leave this company
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        question={`Are you sure you want to leave ${company.name}? You lose access at once; only a new invitation brings you back.`}
        action="Leave"
        busy={leaving.isPending || leaving.isSuccess}
        onConfirm={leave}
        onClose={close}
      />
    </Panel>
  );
}
