/**
 * The name of a person as it is shown everywhere (R-users-35): first and last name, or one of them where they are the
 * same but for capitals, as for people who have one name, or where there is no last name. The database has the same as
 * `full_name` (migration 0086).
 */
export function fullName(firstName: string, lastName: string): string {
  const [first, last] = [firstName.trim(), lastName.trim()];
  return hasOneName(first, last) ? first : `${first} ${last}`.trim();
}

/** Whether a person has one name only: it stands in both places, or in the first alone. */
export function hasOneName(firstName: string, lastName: string): boolean {
  const last = lastName.trim().toLowerCase();
  return last === '' || last === firstName.trim().toLowerCase();
}
