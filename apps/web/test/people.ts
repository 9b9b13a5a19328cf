import type { OwnMember, User } from '@anupalan/contract/users';

/** What a person is in a company, as their profile says it. */
export function makeMember(given: Partial<OwnMember> = {}): OwnMember {
  return {
    companyId: '01990000-0000-7000-8000-00000000c001',
    companyName: 'Kulkarni Textiles',
    role: 'owner',
    plan: 'free',
    companies: 1,
    people: 1,
    frozen: false,
    bestPlan: 'free',
    ...given,
  };
}

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
