import type { FormErrors } from '@mantine/form';

type FormWithNodes = { getInputNode: (path: string) => HTMLElement | null };

/** Moves the focus to the first field that was refused; faults come in the order of the form's schema. */
export function focusFirstFault(form: FormWithNodes, faults: FormErrors | Readonly<Record<string, string>>): void {
  const [first] = Object.keys(faults);
  if (first) form.getInputNode(first)?.focus();
}
