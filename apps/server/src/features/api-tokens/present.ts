import type { ApiToken } from '@anupalan/contract/people/api-tokens';
import { SCOPES } from '@anupalan/domain/permissions/scopes';
import type { ListedToken } from './queries.ts';

/** A token as lists have it; scopes that there are no longer are left out. */
export function presentToken(token: ListedToken): ApiToken {
  const allowed = new Set(token.scopes);
  return {
    _id: token.id,
    name: token.name,
    scopes: SCOPES.filter((scope) => allowed.has(scope)),
    userId: token.user_id,
    firstName: token.first_name,
    lastName: token.last_name,
    createdAt: token.created_at.toISOString(),
    expiresAt: token.expires_at.toISOString(),
    lastUsedAt: token.last_used_at?.toISOString() ?? null,
  };
}
