import type { Seal } from '@anupalan/contract/proof/seals';
import { z } from 'zod';
import { canonicalJson, type JsonObject, type JsonValue } from './canonical-json.ts';
import { contentsOf } from './make-seal.ts';
import type { SealedRow } from './queries-sealed.ts';
import type { SealRow } from './queries-seals.ts';
import type { SourceRow } from './source-rows.ts';

/** What is read of an event as it was sealed. */
const Body = z.object({
  at: z.string(),
  by: z.string().nullable(),
  of: z.record(z.string(), z.string()),
  content: z.record(z.string(), z.string()),
});
type Body = z.infer<typeof Body>;

interface Beside {
  readonly path: readonly Buffer[];
  /** What the row says now; null when it is gone. */
  readonly current: SourceRow | null;
  /** The names of contents that the reader may not have. */
  readonly leftOut: readonly string[];
}

/** The line of a sealed event: each of its contents shown as its row has it, left out, or removed. */
export function presentSealed({ body, ...row }: SealedRow, { path, current, leftOut }: Beside): string {
  const said = Body.parse(JSON.parse(body));
  const names = Object.keys(said.content).filter((name) => !Object.hasOwn(row.removed, name));
  const left = names.filter((name) => leftOut.includes(name) || (row.is_gone && current === null));
  const reasonOf = (name: string) => (leftOut.includes(name) ? 'plan' : 'obligation');
  const values = current ? contentsOf(current.content) : {};
  const shown = names.filter((name) => !left.includes(name));
  const beside = {
    ...{ seal: row.seal, position: row.position, path: path.map((hash) => hash.toString('hex')) },
    contents: byName(shown, (name) => ({ salt: row.salts[name], value: values[name] })),
    ...(left.length > 0 && { left: byName(left, reasonOf) }),
    ...(Object.keys(row.removed).length > 0 && { removed: row.removed }),
    ...(current && differencesOf(said, current, row.removed)),
  };
  return `{"event":${body},${canonicalJson(beside).slice(1)}`;
}

function byName<T extends JsonValue>(names: readonly string[], of: (name: string) => T): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, of(name)]));
}

/** What a row says otherwise than its event does; who is erased is null in a row, and who changes a note stands in it. */
function differencesOf(said: Body, current: SourceRow, removed: JsonObject): { now?: JsonObject } {
  const of = Object.entries(contentsOf(current.of)).filter(([name, value]) => value !== said.of[name]);
  const now = {
    ...(current.at !== said.at && { at: current.at }),
    ...(current.by !== null && current.by !== said.by && !Object.hasOwn(removed, 'note') && { by: current.by }),
    ...(of.length > 0 && { of: Object.fromEntries(of) }),
  };
  return Object.keys(now).length > 0 ? { now } : {};
}

const SealBody = z.object({ root: z.string(), previous: z.string().nullable() });

export function presentSeal({ number, at, count, head, signature, body }: SealRow): Seal {
  return { number, at: at.toISOString(), count, head, signature, ...SealBody.parse(JSON.parse(body)) };
}
