import type { WebhookWithSecret } from '@anupalan/contract/telling/webhooks';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { CopyField } from '../../ui/forms/copy-field.tsx';

type Props = { webhook: WebhookWithSecret; onClose: () => void };

/** Secret of a webhook, shown this once (R-webhooks-1). */
export function WebhookSecret({ webhook: { secret, formerSecretUntil }, onClose }: Props) {
  return (
    <Dialog opened onClose={onClose} closeOnClickOutside={false} title="The secret of the webhook" size={560}>
      <Stack gap="lg" px={{ base: 16, sm: 24 }} py="lg">
        <Text size="sm">
          Your program checks with it that a call is Anupalan's. Copy it now: <b>it is not shown again.</b>
        </Text>
        <CopyField label="Secret" value={secret} />
        {formerSecretUntil && (
          <Text size="sm" c="dimmed">
            For a day calls are signed with the former secret as well, so that you have time to put this one in its
            place.
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
