import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** Button that copies a number, and says so where it stands. */
export function CopyNumber({ number }: { number: string }) {
  return (
    <CopyButton value={number} timeout={2_000}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color={copied ? 'teal' : 'gray'}
          size="lg"
          onClick={copy}
          aria-label={copied ? `${number} copied` : `Copy ${number}`}
          title={copied ? 'Copied' : 'Copy'}
        >
          {copied ? <IconCheck size={16} stroke={2} aria-hidden /> : <IconCopy size={16} stroke={1.7} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
