import type { FormErrors } from '@mantine/form';

type FormWithNodes = { getInputNode: (path: string) => HTMLElement | null };

/** Moves the focus to the first field on the screen that was refused. */
export function focusFirstFault(form: FormWithNodes, faults: FormErrors | Readonly<Record<string, string>>): void {
  const nodes = Object.keys(faults).flatMap((field) => form.getInputNode(field) ?? []);
  const [first] = nodes.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  // A field of several boxes is a group around them.
  (first?.querySelector('input') ?? first)?.focus();
}
