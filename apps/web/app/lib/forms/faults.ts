import { ApiError, isCancelled } from '../api/api.ts';

/** Messages of a refusal by field of the form. */
export function faultsOf(error: Error | null): Readonly<Record<string, string>> {
  return error instanceof ApiError ? error.faults : {};
}

/** Message of a failure that no field is at fault for: a form shows it above them, or in a toast. */
export function messageAboutNoField(error: Error | null): string | undefined {
  if (isCancelled(error)) return undefined;
  return Object.keys(faultsOf(error)).length === 0 ? error?.message : undefined;
}
