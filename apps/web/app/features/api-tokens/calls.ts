import {
  type ApiToken,
  changeApiTokenPolicy,
  createApiToken,
  listApiTokens,
  type NewApiToken,
  revokeApiToken,
} from '@anupalan/contract/people/api-tokens';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';

const tokensQuery = callQuery(
  listApiTokens,
  { failed: 'Failed to fetch the API tokens' },
  ({ data, allowed }): { tokens: ApiToken[]; allowed: boolean } => ({ tokens: data, allowed }),
);

/** One's own tokens of the company, its owner's view has everybody's; and whether it allows any (R-tokens-6). */
export function useApiTokens() {
  return useQuery(tokensQuery);
}

/** Makes a token, whose text comes this once (R-tokens-2); the form shows failures. */
export function useCreateApiToken() {
  return useCall({
    send: async (body: NewApiToken) =>
      (await request(createApiToken, { body, failed: 'Failed to create the API token. Please try again.' })).data,
    describeFailure: inSilence,
    changes: [listApiTokens],
  });
}

export function useRevokeApiToken() {
  return useCall({
    send: ({ _id: id }: ApiToken) =>
      request(revokeApiToken, { params: { id }, failed: 'Failed to revoke the API token' }),
    done: 'API token revoked',
    changes: [listApiTokens],
  });
}

/** Says whether the company allows tokens, as its owner (R-tokens-6). */
export function useChangeTokenPolicy() {
  return useCall({
    send: (allowed: boolean) =>
      request(changeApiTokenPolicy, { body: { allowed }, failed: 'Failed to change whether tokens are allowed' }),
    done: (allowed) => (allowed ? 'API tokens are allowed' : 'API tokens are not allowed any more'),
    changes: [listApiTokens],
  });
}
