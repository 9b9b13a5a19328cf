import type { ApiToken } from '@anupalan/contract/people/api-tokens';
import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import classes from './api-tokens.module.css';

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
        <Group gap="xs" align="end" wrap="nowrap">
          <TextInput
            className={classes.token ?? ''}
            label="API token"
            value={token}
            readOnly
            data-autofocus
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <CopyButton value={token} timeout={2_000}>
            {({ copied, copy }) => (
              <Button
                className={classes.copy ?? ''}
                leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
                onClick={copy}
              >
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
