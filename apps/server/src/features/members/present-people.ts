import type { Member } from '@anupalan/contract/people/members';
import type { PersonOfCompany } from './queries-people.ts';

/** One of the people of a company as the contract has them. */
export function presentMember(person: PersonOfCompany): Member {
  return {
    _id: person.id,
    userId: person.user_id,
    firstName: person.first_name,
    lastName: person.last_name,
    email: person.primary_email,
    role: person.role,
    since: person.since.toISOString(),
    until: presentDay(person.until),
    acts: person.acts,
    from: presentDay(person.from_day),
    to: presentDay(person.to_day),
  };
}

function presentDay(day: string | null): string | null {
  return day === null ? null : `${day}T00:00:00.000Z`;
}
