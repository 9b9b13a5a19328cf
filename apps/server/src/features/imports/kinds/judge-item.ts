import { DATE_FAULT, type NewComplianceItem } from '@anupalan/contract/compliance-items';
import { findExceptionFault } from '@anupalan/domain/due-days/exceptions';
import type { z } from 'zod';
import type { Values } from '../column.ts';
import type { Fault, Judged } from '../import-kind.ts';
import { judgeForm } from '../judge-form.ts';
import { FIELD } from './columns-of-items.ts';

/** The form of an obligation without its act, of what a row says. */
export function itemFormOf({ title, description, state, frequency, date, ...given }: Values) {
  return {
    title,
    description,
    state,
    values: valuesOf(given),
    dueDate: {
      date,
      frequency,
      description: given.dueDescription,
      reminderDays: given.reminderDays,
      exceptions: given.exceptions,
    },
  };
}

function valuesOf(given: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, text]) =>
      key.startsWith(FIELD) ? [[key.slice(FIELD.length), { text, isLink: /^https?:\/\//i.test(String(text)) }]] : [],
    ),
  );
}

/** Judges an obligation of a row by the schema of its form, whose exceptions have to fit its days. */
export function judgeItem<T extends z.ZodType<{ dueDate: NewComplianceItem['dueDate'] }>>(
  schema: T,
  form: unknown,
): Judged<z.output<T>> {
  const judged = judgeForm(schema, form, columnOfItem);
  const faults = 'faults' in judged ? judged.faults.map(say) : judgeExceptions(judged.form.dueDate);
  return faults.length > 0 ? { faults } : judged;
}

/** A fault of the form in words for a row: of the day that the form doesn't have, what it is about. */
function say(fault: Fault): Fault {
  return fault.key === 'date' && fault.expected === DATE_FAULT ? WITHOUT_DAY : fault;
}

const WITHOUT_DAY: Fault = {
  key: 'date',
  expected: 'the first day on which it falls due, such as 31/12/2026: only what never does has none',
};

function judgeExceptions({ date, frequency, exceptions }: NewComplianceItem['dueDate']): Fault[] {
  const first = date === null ? null : Temporal.PlainDate.from(date.slice(0, 10));
  const fault = findExceptionFault(exceptions, { first, frequency });
  // Its days are months first.
  return fault === null ? [] : [{ key: 'exceptions', expected: fault.replace(/\b(\d{2})-(\d{2})\b/g, '$2/$1') }];
}

/** The column of a fault, by the names of the form's parts. */
function columnOfItem([part = '', inner = '']: readonly string[]): string {
  if (part === 'actName' || part === 'actId') return 'act';
  if (part === 'values') return `${FIELD}${inner}`;
  if (part !== 'dueDate') return part || 'title';
  return inner === 'description' ? 'dueDescription' : inner || 'date';
}

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
      ...(given.exceptions !== undefined && { exceptions: dueDate.exceptions }),
    },
  };
}
