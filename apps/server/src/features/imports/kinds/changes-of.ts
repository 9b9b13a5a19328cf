import type { NewComplianceItem } from '@anupalan/contract/compliance-items';
import type { Values } from '../column.ts';

/** The changes of what a row says of an obligation; empty cells leave what is there (R-imports-9). */
export function changesOf(
  {
    title,
    description,
    state,
    values,
    dueDate,
  }: Pick<NewComplianceItem, 'title' | 'description' | 'state' | 'values' | 'dueDate'>,
  given: Values,
) {
  return {
    title,
    ...(given.description !== undefined && { description }),
    ...(given.state !== undefined && { state }),
    values,
    dueDate: {
      frequency: dueDate.frequency,
      ...(given.date !== undefined && { date: dueDate.date }),
      ...(dueDate.frequency === 'never' && { date: null }),
      ...(given.dueDescription !== undefined && { description: dueDate.description }),
      ...(given.reminderDays !== undefined && { reminderDays: dueDate.reminderDays }),
    },
  };
}
