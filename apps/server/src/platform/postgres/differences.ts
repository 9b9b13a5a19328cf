import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from './database-schema.ts';

/** The fields an edit changed, for the audit log: `{ name: { from, to } }`; `updatedAt` is left out, as the log says when. */
export function listDifferences<T extends { updatedAt: string }>(before: T, after: T): JsonObject {
  const earlier = new Map<string, JsonValue>(Object.entries(before));
  const changed = Object.entries<JsonValue>(after).filter(
    ([key, value]) => key !== 'updatedAt' && !isDeepStrictEqual(earlier.get(key), value),
  );
  return Object.fromEntries(changed.map(([key, to]) => [key, { from: earlier.get(key), to }]));
}
