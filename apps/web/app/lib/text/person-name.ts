export function fullNameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`;
}

/** Initials of first and last name, for the avatar (R-pages-10). */
export function initialsOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return [firstName, lastName].map((name) => [...name.trim()][0]?.toUpperCase() ?? '').join('');
}
