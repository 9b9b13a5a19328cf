import type { User } from '@anupalan/contract/users';

const INSTANT = '2026-11-20T08:00:00.000Z';

/** User as the server describes them; the same name gives the same user. */
export function makeUser(firstName: string, role: User['role'] = 'user'): User {
  const inHex = [...firstName].map((letter) => letter.charCodeAt(0).toString(16)).join('');
  return {
    _id: `01990000-0000-7000-8000-${inHex.slice(0, 12).padEnd(12, '0')}`,
    firstName,
    lastName: 'Rao',
    primaryEmail: `${firstName.toLowerCase()}@example.in`,
    personalPhone: '9876543210',
    role,
    status: 'active',
    createdAt: INSTANT,
    company: null,
  };
}
