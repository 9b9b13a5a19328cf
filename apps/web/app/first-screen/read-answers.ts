import type { Act } from '@anupalan/contract/acts';
import type { Company } from '@anupalan/contract/companies';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { isItem } from '../features/compliance-items/is-item.ts';
import { bodyOf, type EarlyAnswers } from '../lib/api/early-calls.ts';
import { isList, isObject } from '../lib/guards.ts';
import { nextTask } from '../lib/next-task.ts';
import type { Profile } from '../lib/session/profile.ts';

/** Addresses of the answers, which are those that the page asks for early. */
export const ASKED = {
  profile: '/api/users/profile',
  items: '/api/compliance/data',
  fields: '/api/compliance/fields',
  acts: '/api/acts',
  company: '/api/companies/profile',
};

/** What the first screen is drawn from. */
export interface FirstAnswers {
  readonly profile: Profile;
  readonly items: readonly ComplianceItem[];
  readonly fields: readonly ComplianceField[];
  readonly acts: readonly Act[];
  readonly company: Company;
}

/**
 * Answers that were asked for early. Null where one of them is missing, a failure or not as usual: the application
 * says then what there is to say. @param isFor whether it is drawn for somebody
 */
export async function readFirstAnswers(
  { byAddress }: EarlyAnswers,
  isFor: (profile: Profile) => boolean,
): Promise<FirstAnswers | null> {
  const dataOf = async (address: string): Promise<unknown> => {
    const answer = await byAddress.get(address);
    const body = answer?.status === 200 ? bodyOf(answer) : null;
    if (!isObject(body)) throw new Error(`No usual answer of ${address}`);
    return body.data;
  };
  const whoOf = async (address: string): Promise<Profile> => {
    const data = await dataOf(address);
    if (!isProfile(data) || !isFor(data)) throw new Error('Nobody it is drawn for');
    return data;
  };
  const { profile, items, fields, acts, company } = ASKED;
  // The first that isn't as usual is enough to give up.
  const given = await Promise.all([whoOf(profile), ...[fields, acts, company, items].map(dataOf)]).catch(() => null);
  if (!given) return null;
  const [who, itsFields, itsActs, owned, listed] = given;
  await nextTask();
  if (!isFields(itsFields) || !isActs(itsActs) || !isOwned(owned)) return null;
  if (!isList(listed) || !listed.every(isItem)) return null;
  return { profile: who, items: listed, fields: itsFields, acts: itsActs, company: owned.company };
}

/* Answers of our own server are looked at for what they are, and checked value by value once the application is there. */

function isProfile(data: unknown): data is Profile {
  return isObject(data) && isObject(data.user) && typeof data.user._id === 'string';
}

function isFields(data: unknown): data is ComplianceField[] {
  return isList(data) && data.every((field) => isObject(field) && typeof field._id === 'string');
}

function isActs(data: unknown): data is Act[] {
  return isList(data) && data.every((act) => isObject(act) && typeof act._id === 'string');
}

function isOwned(data: unknown): data is { company: Company } {
  return isObject(data) && isObject(data.company) && typeof data.company._id === 'string';
}
