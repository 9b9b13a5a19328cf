import type { Evidence } from '@anupalan/contract/proof/evidence';

/** A file as it stands, with the earlier ones that it replaced, the newest first. */
export interface Versions {
  readonly current: Evidence;
  readonly earlier: readonly Evidence[];
}

/** Files of one thing as they stand, and what was removed of it, each in the order of the list. */
export interface Standing {
  readonly versions: readonly Versions[];
  readonly removed: readonly Evidence[];
}

/**
 * Gathers files by what replaced what (R-evidence-17): those stand that the server says nothing took the place of, and
 * those of which that is not in the list.
 */
export function listVersions(files: readonly Evidence[]): Standing {
  const byId = new Map(files.map((file) => [file._id, file]));
  const versions = files
    .filter(({ removed, replacedBy }) => removed === null && !(replacedBy !== null && byId.has(replacedBy)))
    .map((current) => ({ current, earlier: listEarlier(current, byId) }));
  return { versions, removed: files.filter(({ removed }) => removed !== null) };
}

function listEarlier(current: Evidence, byId: ReadonlyMap<string, Evidence>): Evidence[] {
  const earlier: Evidence[] = [];
  let before = current.replaces === null ? undefined : byId.get(current.replaces);
  while (before && !earlier.includes(before)) {
    if (before.removed === null) earlier.push(before);
    before = before.replaces === null ? undefined : byId.get(before.replaces);
  }
  return earlier;
}

/** Why a subject has no file any more, by its id: the reason with which the last one was removed (R-evidence-7). */
export function whyNoneBySubject(files: readonly Evidence[]): ReadonlyMap<string, string> {
  const standing = standingBySubject(files);
  const removed = files.flatMap((file) => (file.removed ? { file, ...file.removed } : []));
  const inOrder = removed.toSorted((one, other) => (one.at < other.at ? -1 : 1));
  const reasons = inOrder.flatMap(({ file, reason }) => subjectsOf(file).map((id) => [id, reason] as const));
  return new Map(reasons.filter(([id]) => !standing.has(id)));
}

function subjectsOf({ subject, alsoOf = [] }: Evidence): string[] {
  return [...(subject ? [subject.id] : []), ...alsoOf];
}

/** Files that stand at each subject, by its id; of one that replaced another the newest. */
export function standingBySubject(files: readonly Evidence[]): ReadonlyMap<string, readonly Evidence[]> {
  const bySubject = new Map<string, Evidence[]>();
  for (const { current } of listVersions(files).versions) {
    for (const id of subjectsOf(current)) bySubject.set(id, [...(bySubject.get(id) ?? []), current]);
  }
  return bySubject;
}
