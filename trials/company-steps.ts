import type { MemberRole } from '@anupalan/domain/members';
import fc from 'fast-check';

/** People of a sequence, in the company or not. */
export const PEOPLE = 5;

/** What people do, with how often of a hundred times or so. */
const OFTEN = {
  ...{ invite: 8, 'accept invitation': 10, leave: 4, remove: 3, 'change role': 5 },
  ...{ 'offer company': 6, 'accept company': 10, 'take offer back': 2, assign: 3, 'assign checker': 8 },
  ...{ record: 24, 'record a number': 12, approve: 18, return: 4, pay: 8, 'delete a payment': 6 },
  ...{ 'something happens': 4, complain: 2, 'record a duty': 14, 'take a duty back': 3, 'close an event': 1 },
  ...{ 'check everything': 3 },
  ...{ 'end a number': 2, 'remove a number': 1, 'erase oneself': 1, 'be erased': 1, 'delete the company': 1 },
};

type Deed = keyof typeof OFTEN;

/** What one of the people does, to whom, and which of several ways. */
export interface Step {
  readonly does: Deed;
  readonly by: number;
  readonly to: number;
  readonly which: number;
  /** Whether it is done by somebody who may, to somebody whom it is for, where there is one. */
  readonly apt: boolean;
}

const person = fc.nat({ max: PEOPLE - 1 });
const step: fc.Arbitrary<Step> = fc.record({
  does: fc.oneof(...Object.entries(OFTEN).map(([does, weight]) => ({ arbitrary: fc.constant(does as Deed), weight }))),
  by: person,
  to: person,
  which: fc.nat({ max: 5 }),
  apt: fc.nat({ max: 3 }).map((n) => n > 0),
});

/** Steps of one round are taken at the same moment. */
export const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 10, maxLength: 16 });

/** How a person stands to the company. */
export interface Standing {
  readonly email: string;
  readonly role: MemberRole | null;
  readonly invited: boolean;
  readonly offered: boolean;
  readonly decides: boolean;
}

export const STANDING = `
  select u.primary_email as email, m.role,
    exists (select from invitations i where i.workspace_id = $1 and i.email = u.primary_email
      and i.closed_at is null) as invited,
    exists (select from handovers h where h.workspace_id = $1 and h.user_id = u.id) as offered,
    exists (select from checks c where c.workspace_id = $1 and c.outcome is null and c.author_id <> u.id
      and (c.waits_for = u.id or c.waits_for is null and m.role in ('owner', 'manager'))) as decides
  from users u left join memberships m on m.user_id = u.id and m.workspace_id = $1
  where u.primary_email = any($2)`;

const anybody = () => true;
const isIn = ({ role }: Standing) => role !== null && role !== 'viewer';
const isOwner = ({ role }: Standing) => role === 'owner';
const leads = ({ role }: Standing) => role === 'owner' || role === 'manager';
const isOther = ({ role }: Standing) => role !== null && role !== 'owner';
const isOut = ({ role, invited }: Standing) => role === null && !invited;

type Wanted = (one: Standing) => boolean;

/** Who may do it, and to whom. */
export const APT: Readonly<Record<Deed, readonly [acts: Wanted, isActedOn: Wanted]>> = {
  invite: [leads, isOut],
  'accept invitation': [({ invited }) => invited, anybody],
  leave: [isOther, anybody],
  remove: [leads, isOther],
  'change role': [isOwner, isOther],
  'offer company': [isOwner, isOther],
  'accept company': [({ offered }) => offered, anybody],
  'take offer back': [isOwner, anybody],
  assign: [leads, isIn],
  'assign checker': [leads, isIn],
  record: [isIn, anybody],
  'record a number': [isIn, anybody],
  pay: [isIn, anybody],
  'delete a payment': [leads, anybody],
  'something happens': [isIn, anybody],
  complain: [isIn, isIn],
  'record a duty': [isIn, anybody],
  'take a duty back': [isIn, anybody],
  'close an event': [leads, anybody],
  'check everything': [leads, isIn],
  'end a number': [leads, anybody],
  'remove a number': [leads, anybody],
  'delete the company': [isOwner, anybody],
  approve: [({ decides }) => decides, anybody],
  return: [({ decides }) => decides, anybody],
  'erase oneself': [isIn, anybody],
  'be erased': [anybody, isIn],
};
