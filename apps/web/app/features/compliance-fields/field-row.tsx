import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { useSortable } from '@dnd-kit/sortable';
import { ActionIcon, Checkbox, Group } from '@mantine/core';
import { IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { FieldCells } from './field-cells.tsx';
import classes from './field-table.module.css';

type Props = {
  field: ComplianceField;
  chosen: boolean;
  onChoose: (id: string) => void;
  onEdit: (field: ComplianceField) => void;
  onDelete: (field: ComplianceField) => void;
};

/** Row of a field that administrators choose, move, edit and delete (R-catalogue-14). */
export function FieldRow({ field, chosen, onChoose, onEdit, onDelete }: Props) {
  const { _id: id, name } = field;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  return (
    <tr
      ref={setNodeRef}
      data-dragging={isDragging || undefined}
      data-chosen={chosen || undefined}
      // Vertical moves only.
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      <td>
        <Group gap={6} wrap="nowrap">
          <button
            type="button"
            ref={setActivatorNodeRef}
            className={classes.handle}
            {...attributes}
            {...listeners}
            aria-label={`Move ${name}`}
          >
            <IconGripVertical size={17} stroke={1.7} aria-hidden />
          </button>
          <Checkbox size="xs" aria-label={`Choose ${name}`} checked={chosen} onChange={() => onChoose(id)} />
        </Group>
      </td>
      <FieldCells field={field} locked={false} />
      <td>
        <Group gap={2} wrap="nowrap">
          <ActionIcon variant="subtle" color="gray" aria-label={`Edit ${name}`} onClick={() => onEdit(field)}>
            <IconPencil size={17} stroke={1.7} />
          </ActionIcon>
          <ActionIcon variant="subtle" color="red" aria-label={`Delete ${name}`} onClick={() => onDelete(field)}>
            <IconTrash size={17} stroke={1.7} />
          </ActionIcon>
        </Group>
      </td>
    </tr>
  );
}
