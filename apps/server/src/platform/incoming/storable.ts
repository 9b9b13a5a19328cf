import { findUnstorable, UNSTORABLE } from '@anupalan/contract/wire/stored-text';
import { AppError } from '../errors/errors.ts';

/** Refuses what has a text or a key that can't be stored (R-api-54). @throws AppError invalid, with the field's name */
export function requireStorable(value: unknown, isFine?: (text: string) => boolean): void {
  const field = findUnstorable(value, isFine);
  if (field !== null) throw unstorable(field);
}

/** The refusal of a field whose text can't be stored. */
export function unstorable(field: string): AppError {
  return new AppError('invalid', `${field} ${UNSTORABLE}`, { faults: { [field]: UNSTORABLE } });
}
