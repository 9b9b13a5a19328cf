import { getOwnProfile, type OwnMember, type User } from '@anupalan/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { addressOf, request } from '../api/api.ts';
import { callKey } from '../api/ask-again.ts';
import { isNotMember } from '../api/query-client.ts';

/** Signed-in person, and what they are in one company. */
export interface Profile {
  readonly user: User;
  /** Missing right after signing in, until the server has said. */
  readonly member?: OwnMember | undefined;
  readonly impersonatedBy?: unknown;
  readonly passkeyNeeded?: true | undefined;
  /** Whether the address refuses mail (R-messages-12). */
  readonly mailComesBack?: true | undefined;
  /** Whether the person doesn't belong to the company that was asked for. */
  readonly isForeign?: true;
}

/** First question of every page with a session. */
export const ownProfile = { address: addressOf(getOwnProfile, {}) };

/** Profile by token and company, so that a new session never shows the last one's user. */
export function profileQuery(token: string | null | undefined, company: string) {
  return queryOptions({
    queryKey: [...callKey(getOwnProfile), token, company],
    queryFn: ({ signal }) => readProfile(company, signal),
    enabled: typeof token === 'string',
    // A session ends with its failure.
    meta: { waitsForRetries: true },
  });
}

/** Who is no member of the company, or no longer, stays signed in (R-pages-38). */
async function readProfile(company: string, signal: AbortSignal): Promise<Profile> {
  try {
    return (await request(getOwnProfile, { signal, company })).data;
  } catch (error) {
    if (company === '' || !isNotMember(error)) throw error;
    return { ...(await request(getOwnProfile, { signal, company: '' })).data, isForeign: true };
  }
}
