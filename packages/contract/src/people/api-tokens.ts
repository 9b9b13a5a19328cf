import { SCOPES } from '@anupalan/domain/permissions/scopes';
import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement, success } from '../wire/envelope.ts';
import { Id, Instant, moment, text } from '../wire/primitives.ts';

/** What a token may do: `status-history:write` lets it record statuses (R-tokens-4). */
const Scope = z.enum(SCOPES, { error: 'Unknown scope' });

/** An API token without its text, which is told once. */
export const ApiToken = z.object({
  _id: Id,
  name: z.string(),
  scopes: z.array(Scope),
  /** Whose it is; the owner of the company sees everybody's. */
  userId: Id,
  firstName: z.string(),
  lastName: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
  /** To the minute; null for one that nobody used yet. */
  lastUsedAt: Instant.nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

/** The form of a new token (R-tokens-2); how far away its end may be is judged by the server's clock. */
export const NewApiToken = z.object({
  name: text('Please name the token'),
  scopes: z
    .array(Scope, { error: 'Choose what the token may do' })
    .min(1, 'Choose what the token may do')
    .transform((scopes) => [...new Set(scopes)]),
  expiresAt: moment('Choose when the token ends'),
});
export type NewApiToken = z.infer<typeof NewApiToken>;

export const listApiTokens = defineCall({
  id: 'listApiTokens',
  method: 'GET',
  path: '/api-tokens',
  noun: 'api-tokens',
  summary:
    'The caller’s API tokens of the company, for its owner everybody’s; and whether it allows any (2,000 at most)',
  access: 'api-tokens.list',
  answers: { 200: z.object({ ...success(z.array(ApiToken)).shape, allowed: z.boolean() }) },
});

export const createApiToken = defineCall({
  id: 'createApiToken',
  method: 'POST',
  path: '/api-tokens',
  noun: 'api-tokens',
  summary: 'Make an API token for the company; `token` is told this once',
  access: 'api-tokens.create',
  fresh: 'always',
  body: NewApiToken,
  answers: { 201: success(ApiToken.extend({ token: z.string() })) },
});

export const revokeApiToken = defineCall({
  id: 'revokeApiToken',
  method: 'DELETE',
  path: '/api-tokens/:id',
  noun: 'api-tokens',
  summary: 'End an API token of the company at once',
  access: 'api-tokens.revoke',
  params: z.object({ id: Id }),
  answers: { 200: Acknowledgement },
});

export const changeApiTokenPolicy = defineCall({
  id: 'changeApiTokenPolicy',
  method: 'PUT',
  path: '/api-tokens/policy',
  noun: 'api-tokens',
  summary: 'Say whether the company allows API tokens; while it doesn’t, none of them works',
  access: 'api-tokens.change-policy',
  body: z.object({ allowed: z.boolean({ error: 'Please choose yes or no' }) }),
  answers: { 200: Acknowledgement },
});
