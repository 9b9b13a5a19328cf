import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import classes from './row-actions.module.css';

/** Actions of administrators on an item. The functions never change, so that rows needn't render again. */
export interface ItemActions {
  readonly onEdit: (item: ComplianceItem) => void;
  readonly onDelete: (item: ComplianceItem) => void;
}

export function RowActions({ item, onEdit, onDelete }: ItemActions & { item: ComplianceItem }) {
  const { title, registrationId } = item;
  // Renewals are changed with their registration.
  if (registrationId) return null;
  return (
    <span className={classes.actions}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Edit ${title}`} onClick={() => onEdit(item)}>
        <IconPencil size={18} stroke={1.8} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="red" size="lg" aria-label={`Delete ${title}`} onClick={() => onDelete(item)}>
        <IconTrash size={18} stroke={1.8} aria-hidden />
      </ActionIcon>
    </span>
  );
}
