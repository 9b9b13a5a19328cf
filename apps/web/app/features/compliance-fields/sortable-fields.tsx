import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { type ReactNode, useMemo } from 'react';
import { useMoveComplianceField } from './use-move-compliance-field.ts';

/** Distance in px that tells a drag from a click on the handle. */
const PRESSED = { activationConstraint: { distance: 4 } };

/** Drag and drop for the rows of the field table, by mouse, touch or keys (Space, arrows, Space). */
export function SortableFields({ fields, children }: { fields: readonly ComplianceField[]; children: ReactNode }) {
  const move = useMoveComplianceField();
  const sensors = useSensors(
    useSensor(PointerSensor, PRESSED),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const announcements = useMemo(() => announce(fields), [fields]);
  const placeOf = (id: UniqueIdentifier) => fields.findIndex(({ _id }) => _id === id);

  function drop({ active, over }: DragEndEvent) {
    if (!over || active.id === over.id) return;
    move.mutate({ id: String(active.id), from: placeOf(active.id), to: placeOf(over.id) });
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable: 'Press Space to pick the field up, the arrow keys to move it, Space to drop it, Escape to cancel.',
        },
      }}
    >
      <SortableContext items={fields.map(({ _id }) => _id)} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

function announce(fields: readonly ComplianceField[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => fields.find(({ _id }) => _id === id)?.name ?? 'The field';
  const placeOf = (id: UniqueIdentifier) =>
    `place ${fields.findIndex(({ _id }) => _id === id) + 1} of ${fields.length}`;
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} is picked up from ${placeOf(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)} is over ${placeOf(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => (over ? `${nameOf(active.id)} is dropped at ${placeOf(over.id)}.` : undefined),
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back at ${placeOf(active.id)}.`,
  };
}
