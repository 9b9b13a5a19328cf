import type { Role } from '@anupalan/domain/plans';

/** A role's colour, wherever its name stands on a badge. */
export const ROLE_COLORS: Readonly<Record<Role, string>> = { user: 'blue', premium: 'violet', admin: 'red' };
