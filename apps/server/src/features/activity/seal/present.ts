import type { Seal } from '@anupalan/contract/proof/seals';
import { NOTE } from '@anupalan/domain/statuses';
import { z } from 'zod';
import { canonicalJson, type JsonObject, type JsonValue } from './canonical-json.ts';
import { type ComparedRow, wasNote } from './compare-row.ts';
import { contentsOf } from './make-seal.ts';
import type { Reasons } from './queries-reasons.ts';
import type { SealRow } from './queries-seals.ts';

interface Beside {
  readonly path: readonly Buffer[];
  /** The names of contents that the reader may not have. */
  readonly leftOut: readonly string[];
  readonly reasons: Reasons;
}

/** The line of a sealed event: each of its contents shown as its row has it, left out, or removed. */
export function presentSealed(row: ComparedRow, { path, leftOut, reasons }: Beside): string {
  const places = placeContents(row, { leftOut, reasons });
  const beside = {
    ...{ seal: row.seal, position: row.position, path: path.map((hash) => hash.toString('hex')) },
    ...{ contents: {}, ...places, ...differencesOf(row, reasons) },
  };
  return `{"event":${isJson(row.body) ? row.body : JSON.stringify(row.body)},${canonicalJson(beside).slice(1)}`;
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

/** What an obligation takes along that is merged into another (R-catalogue-26): a record's day too. */
const MERGED: Readonly<Record<string, readonly string[]>> = {
  ...{ status: ['item', 'day'], evidence: ['item', 'day'], 'evidence-removal': ['item', 'day'] },
  ...{ payment: ['item'], submission: ['item'] },
};

type Places = { [place in 'contents' | 'left' | 'removed' | 'elsewhere']?: Record<string, JsonValue> };

/**
 * Says of each content where it is; what nobody recorded a reason for stands there as the row has it. Of a status of which
 * something was removed it shows that it was a note, be its row gone (R-activity-16).
 */
function placeContents(row: ComparedRow, { leftOut, reasons }: Omit<Beside, 'path'>): Places {
  const { said, values, differing, salts } = row;
  const places: Places = {};
  const put = (place: keyof Places, name: string, value: JsonValue) => {
    places[place] = { ...places[place], [name]: value };
  };
  const names = [...new Set([...Object.keys(said.content), ...differing])];
  const wentWithObligation = reasons.isDeleted(row) && names.some((name) => reasons.removalOf(row, name));
  const isGoneNote = row.source === 'status' && row.current === null && wasNote(row);
  const showsNote = isGoneNote && (wentWithObligation || reasons.removalOf(row, 'status') !== null);
  for (const name of names) {
    if (name === 'status' && showsNote && salts.status) {
      put('contents', name, { salt: salts.status, value: NOTE });
      continue;
    }
    const isGone = Object.hasOwn(row.removed, name) || differing.includes(name);
    const removal = isGone ? reasons.removalOf(row, name) : null;
    const isSealed = said.content[name] !== undefined;
    if (removal) {
      if (isSealed) put(removal.place, name, removal.by);
    } else if (leftOut.includes(name)) {
      if (isSealed) put('left', name, 'plan');
    } else if (values[name] === undefined && reasons.isDeleted(row)) put('left', name, 'obligation');
    else put('contents', name, { salt: salts[name], value: values[name] });
  }
  return places;
}

/**
 * What a row says otherwise than its event does. Who is erased is null in a row, who changes a note stands in it, and what
 * was merged stands under the obligation that it went into.
 */
function differencesOf(row: ComparedRow, reasons: Reasons): { now?: JsonObject; merged?: JsonObject } {
  const { said, current } = row;
  if (!current) return {};
  const now: Record<string, JsonValue> = {};
  if (current.at !== said.at) now.at = current.at;
  // Before the third version nothing was said of where an event came from.
  const saysOrigin = said.type !== 'anupalan.event.1' && said.type !== 'anupalan.event.2';
  if (saysOrigin && current.imported !== (said.imported ?? false)) now.imported = current.imported;
  const isRewritten = row.source === 'status' && reasons.removalOf(row, 'note') !== null;
  for (const role of isRewritten ? [] : (['by', 'impersonator'] as const)) {
    const [before, after] = [said[role], current[role]];
    if (before !== after && (after !== null || (before !== null && reasons.isThere(before)))) now[role] = after;
  }
  const is = contentsOf(current.of);
  const names = [...new Set([...Object.keys(said.of), ...Object.keys(is)])].filter(
    (name) => said.of[name] !== is[name],
  );
  const of = Object.fromEntries(names.map((name) => [name, is[name] ?? null]));
  const isMerged =
    names.includes('item') &&
    names.every((name) => MERGED[row.source]?.includes(name)) &&
    is.item === reasons.mergedInto(row);
  if (names.length > 0 && !isMerged) now.of = of;
  return {
    ...(Object.keys(now).length > 0 && { now }),
    ...(isMerged && { merged: of }),
  };
}

const SealBody = z.object({ root: z.string(), previous: z.string().nullable() });

export function presentSeal({ number, at, count, head, signature, body }: SealRow): Seal {
  return { number, at: at.toISOString(), count, head, signature, ...SealBody.parse(JSON.parse(body)) };
}
