import type { FormErrors } from '@mantine/form';
import { ApiError } from './api.ts';
import { focusFirstFault } from './focus-first-fault.ts';

type FormWithErrors = Parameters<typeof focusFirstFault>[0] & { setErrors: (errors: FormErrors) => void };

/** Shows what the server refused beside the fields it is about; a toast or an alert says the rest. */
export function showFaults(form: FormWithErrors, error: Error): void {
  if (!(error instanceof ApiError)) return;
  form.setErrors(error.faults);
  focusFirstFault(form, error.faults);
}
