import { beyondAscii } from '@anupalan/contract/wire/mail-address';
import { type FormErrors, schemaResolver, type UseFormInput, useForm } from '@mantine/form';
import type { z } from 'zod';
import { faultsOf } from './faults.ts';

// Only the server knows what its mail server takes, and refuses the rest at the field.
beyondAscii.taken = true;

type Options<Typed> = Pick<UseFormInput<Typed>, 'name' | 'mode'> & {
  initialValues: Typed;
  /** Payload of the typed values, where they differ. */
  toPayload?: (typed: Typed) => unknown;
};

/** Form of a contract's schema: its values are checked and sent as the server would parse them. */
export function useContractForm<Typed extends Record<string, unknown>, Sent>(
  schema: z.ZodType<Sent>,
  { toPayload = (typed) => typed, ...options }: Options<Typed>,
) {
  const resolve = schemaResolver(schema, { sync: true });
  return useCheckedForm<Typed, Sent>({
    ...options,
    validate: (typed) => resolve(toPayload(typed)),
    transformValues: (typed) => schema.parse(toPayload(typed)),
  });
}

type Checked<Typed, Sent> = UseFormInput<Typed, Sent> & { validate: (typed: Typed) => FormErrors };

/** Form that focuses the first fault, from its own check and from the server alike (R-pages-15). */
export function useCheckedForm<Typed extends Record<string, unknown>, Sent = Typed>(options: Checked<Typed, Sent>) {
  const form = useForm<Typed, Sent>({ mode: 'uncontrolled', ...options });

  function focusFirst(faults: FormErrors) {
    const nodes = Object.keys(faults).flatMap((field) => form.getInputNode(field) ?? []);
    const [first] = nodes.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    // Fields of several boxes are a group around them.
    (first?.querySelector('input') ?? first)?.focus();
  }

  function showFaults(faults: FormErrors) {
    form.setErrors(faults);
    focusFirst(faults);
  }

  return {
    ...form,
    onSubmit: (send: (payload: Sent) => void) => form.onSubmit(send, focusFirst),
    showFaults,
    /** Shows the server's faults at their fields; a toast or an alert has the rest. */
    showRefusal: (error: Error) => showFaults(faultsOf(error)),
  };
}
