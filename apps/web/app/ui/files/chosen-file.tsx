import { ActionIcon, Text } from '@mantine/core';
import { IconFile, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatSize } from '../../lib/text/format-size.ts';
import classes from './chosen-file.module.css';

type Props = { file: File; fault?: ReactNode; disabled: boolean; onRemove: () => void };

/** File to send, with its fault. */
export function ChosenFile({ file, fault, disabled, onRemove }: Props) {
  return (
    <div className={classes.file} data-fault={fault ? true : undefined}>
      <IconFile size={20} stroke={1.6} aria-hidden />
      <div className={classes.words}>
        <Text size="sm" fw={550} truncate>
          {file.name}
        </Text>
        <Text size="xs" c="dimmed">
          {formatSize(file.size)}
        </Text>
        {fault && (
          <Text size="xs" className={classes.fault} role="alert">
            {fault}
          </Text>
        )}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove ${file.name}`}
        title="Remove"
        disabled={disabled}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </div>
  );
}
