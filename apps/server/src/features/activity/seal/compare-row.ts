import { NOTE } from '@anupalan/domain/statuses';
import { z } from 'zod';
import type { JsonValue } from './canonical-json.ts';
import { contentsOf, hashContent } from './make-seal.ts';
import type { SealedRow } from './queries-sealed.ts';
import type { SourceRow } from './source-rows.ts';

/** What is read of an event as it was sealed. */
const Body = z.object({
  type: z.string(),
  at: z.string(),
  by: z.string().nullable(),
  impersonator: z.string().nullable(),
  imported: z.literal(true).optional(),
  of: z.record(z.string(), z.string()),
  content: z.record(z.string(), z.string()),
});
export type Body = z.infer<typeof Body>;

const UNREADABLE: Body = { type: '', at: '', by: null, impersonator: null, of: {}, content: {} };

/** What an event says; of one that somebody altered so that it says nothing, nothing. */
export function readBody(text: string): Body {
  try {
    return Body.safeParse(JSON.parse(text)).data ?? UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

/** A sealed event beside the row that it was made of. */
export interface ComparedRow extends SealedRow {
  readonly said: Body;
  /** What the row says now; null when it is gone. */
  readonly current: SourceRow | null;
  readonly values: Readonly<Record<string, JsonValue>>;
  /** Contents that are not what was sealed: others, gone, or never sealed; without those that are said to be removed. */
  readonly differing: readonly string[];
}

/** Contents that events have only since the second version: of an older one nobody can say whether the row had them. */
const NOT_IN_FIRST: Readonly<Record<string, string>> = { activity: 'document', evidence: 'document', duty: 'filing' };

/** Compares a sealed event with its row. What is found needs a reason ({@link findReasons}), or somebody altered it. */
export function compareRow(row: SealedRow, found: SourceRow | null): ComparedRow {
  const said = readBody(row.body);
  const current = said === UNREADABLE ? null : found;
  const values = current ? contentsOf(current.content) : {};
  const unknown = said.type === 'anupalan.event.1' ? NOT_IN_FIRST[row.source] : null;
  const names = new Set([...Object.keys(said.content), ...Object.keys(values)]);
  const differing = [...names].filter((name) => {
    const sealed = said.content[name];
    const value = values[name];
    if (sealed === undefined ? name === unknown : Object.hasOwn(row.removed, name)) return false;
    return value === undefined || sealed === undefined || hashContent(row.salts[name] ?? '', value) !== sealed;
  });
  return { ...row, said, current, values, differing };
}

/**
 * Whether a sealed status was a note of somebody's, and so what can be changed and deleted. Of what was deleted before
 * `anupalan.seal.2` the salt that says so is gone.
 */
export function wasNote({ salts, said }: Pick<ComparedRow, 'salts' | 'said'>): boolean {
  const salt = salts.status;
  return said.of.record === undefined && (salt === undefined || hashContent(salt, NOTE) === said.content.status);
}
