import { can } from '@anupalan/domain/permissions';
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useActor } from '../../lib/session/actor.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { useForgetPasskeys, usePasskeysOfUser } from './calls.ts';

const QUESTION =
  'Are you sure you want to remove all passkeys and recovery codes of this user? First make sure that it is really them who asks, for example by calling a number you knew before. Their sessions end, and a code is mailed to them at sign-in again.';

/** Passkeys of another user, whom an administrator can help when all are lost (R-passkeys-14). */
export function PasskeysOfUser({ userId }: { userId: string }) {
  const { data: count, error } = usePasskeysOfUser(userId);
  const removal = useForgetPasskeys();
  const [asking, { open, close }] = useDisclosure(false);
  const mayForget = can(useActor(), 'passkeys.forget', { userId });
  return (
    <Facts title="Passkeys" facts={[]}>
      {count === undefined && !error && (
        <Skeleton height={32} radius="md" aria-label="Loading passkeys…" role="status" />
      )}
      {error && <Text role="alert">{error.message}</Text>}
      {count === 0 && <Text c="dimmed">No passkeys: a code is mailed at sign-in.</Text>}
      {count !== undefined && count > 0 && (
        <Group justify="space-between" gap="xs">
          <Text>{count === 1 ? '1 passkey' : `${count} passkeys`}</Text>
          {mayForget && (
            <Button variant="default" size="compact-sm" onClick={open}>
              Remove all passkeys
            </Button>
          )}
        </Group>
      )}
      <ConfirmDialog
        opened={asking}
        question={QUESTION}
        action="Remove all passkeys"
        busy={removal.isPending}
        onConfirm={() => removal.mutate(userId, { onSettled: close })}
        onClose={close}
      />
    </Facts>
  );
}
