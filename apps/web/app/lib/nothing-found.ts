import type { UseQueryResult } from '@tanstack/react-query';

/**
 * What a list of choices says where it has none for what was typed: that its choices load, or couldn't be loaded, before
 * it says that there is no such one.
 * @param what plural of the noun that is chosen from
 */
export function nothingFound(
  { isPending, isLoadingError }: Pick<UseQueryResult, 'isPending' | 'isLoadingError'>,
  what: string,
  none: string,
): string {
  if (isLoadingError) return `The ${what} could not be loaded`;
  return isPending ? 'Loading…' : none;
}
