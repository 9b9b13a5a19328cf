import { Button, CopyButton, Group, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

type Props = { label: string; value: string };

/** Text that is there to be copied, such as a secret that is shown once. */
export function CopyField({ label, value }: Props) {
  return (
    <Group gap="xs" align="end" wrap="nowrap">
      <TextInput
        flex={1}
        miw={0}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        label={label}
        value={value}
        readOnly
        data-autofocus
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton value={value} timeout={2_000}>
        {({ copied, copy }) => (
          <Button
            flex="none"
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={copy}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
