import { fullName, hasOneName } from '@anupalan/domain/names';

/** The name of a person as it is shown (R-users-35). */
export function fullNameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return fullName(firstName, lastName);
}

/** Initials of first and last name, for the avatar (R-pages-10); one where there is one name. */
export function initialsOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return (hasOneName(firstName, lastName) ? [firstName] : [firstName, lastName])
    .map((name) => [...name.trim()][0]?.toUpperCase() ?? '')
    .join('');
}
