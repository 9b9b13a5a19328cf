import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useDowngradePlan } from './calls.ts';

export function DowngradeButton() {
  const downgrade = useDowngradePlan();
  const [asking, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="light" color="red" onClick={open}>
        Downgrade
      </Button>
      <ConfirmDialog
        opened={asking}
        question="Are you sure you want to downgrade to the Free plan? Premium ends at once and nothing is refunded. What you recorded is kept."
        action="Downgrade"
        busy={downgrade.isPending}
        onConfirm={() => downgrade.mutate(undefined, { onSettled: close })}
        onClose={close}
      />
    </>
  );
}
