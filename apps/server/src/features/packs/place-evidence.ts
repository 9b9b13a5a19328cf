import { safeName, UniquePaths } from '../../platform/files/zip/safe-names.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import type { PackRegister } from './pack-register.ts';
import { type FileBeside, readFilesBeside } from './queries-files.ts';
import type { WantedPack } from './wanted-pack.ts';

/** A file of evidence with its place in the pack. */
export interface PlacedEvidence {
  readonly id: string;
  readonly path: string;
  readonly sha256: string;
  readonly fileId: string | null;
}

/** Letters of the name of a folder, and of a file. */
const MOST = { act: 60, occurrence: 80, name: 80 };

/**
 * All evidence of a pack: of the lines of its register in folders by act and occurrence, then that of payments,
 * submissions and registrations (R-packs-4).
 */
export async function* placeEvidence(
  { db }: Database,
  { register, wanted, workspaceId }: { register: PackRegister; wanted: WantedPack; workspaceId: WorkspaceId },
): AsyncGenerator<PlacedEvidence> {
  const paths = new UniquePaths();
  const place = (file: Omit<PlacedEvidence, 'path'> & { readonly name: string }, folders: readonly string[]) => {
    const folder = ['evidence', ...folders].join('/');
    const { id, sha256, fileId } = file;
    return { id, sha256, fileId, path: paths.take(folder, safeName(file.name, MOST.name)) };
  };
  for await (const file of register.evidence.read()) {
    yield place(file, [safeName(file.act, MOST.act), safeName(file.occurrence, MOST.occurrence)]);
  }
  const items = new Map(register.items.map((of) => [of.item.id, of]));
  const { from, to, acts, authority } = wanted;
  const withRegistrations = acts === null && authority === null;
  const beside = { items: [...items.keys()], from, to, withRegistrations };
  for await (const file of readFilesBeside(db, workspaceId, beside)) {
    const of = items.get(file.itemId ?? '');
    yield place(file, [
      safeName(of?.act ?? 'Registrations', MOST.act),
      safeName(nameFolder(file, of?.item.title), MOST.occurrence),
    ]);
  }
}

function nameFolder({ kind, day, registration }: FileBeside, title = ''): string {
  if (kind === 'registration') return registration ?? 'Registration';
  return `${title} ${kind === 'payment-date' ? 'paid' : 'submitted'} ${day}`;
}
