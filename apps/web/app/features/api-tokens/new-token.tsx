import type { ApiToken } from '@anupalan/contract/people/api-tokens';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { CopyField } from '../../ui/forms/copy-field.tsx';

type Props = { made: ApiToken & { token: string }; onClose: () => void };

/** Text of a token, shown this once (R-tokens-2). */
export function NewToken({ made: { name, token }, onClose }: Props) {
  return (
    <Dialog opened onClose={onClose} closeOnClickOutside={false} title={name} size={560}>
      <Stack gap="lg" px={{ base: 16, sm: 24 }} py="lg">
        <Text size="sm">
          Copy this token into the program that will use it. <b>It is not shown again.</b> Whoever has it can do what it
          allows in your name, so give it to nobody.
        </Text>
        <CopyField label="API token" value={token} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
