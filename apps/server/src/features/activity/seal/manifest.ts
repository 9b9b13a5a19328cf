import type { Db } from '../../../platform/postgres/database.ts';
import { canonicalJson, type JsonObject } from './canonical-json.ts';
import { readSealKey } from './seal-key.ts';

/** A file of a ZIP; `evidence` is the id of the evidence whose bytes it has. */
export interface ListedFile {
  readonly path: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly evidence?: string;
}

/** What a ZIP has in it besides its manifest; further keys are taken as they are. */
export interface Manifest {
  readonly kind: 'pack' | 'company';
  readonly company: { readonly id: string | null; readonly name: string };
  /** The moment, as ISO text. */
  readonly made: string;
  /** The file of activity in it, as it was begun, and its path. */
  readonly activity: { readonly chain: string; readonly seals: number | null; readonly head: string | null };
  readonly activityPath: string;
  readonly files: readonly ListedFile[];
  /** What else is to be said, such as the period. */
  readonly more?: JsonObject;
}

/** The text of a `manifest.json`, signed by this installation (docs/topics/proof.md). */
export async function signManifest(
  db: Db,
  { kind, company, made, activity, activityPath, files, more = {} }: Manifest,
): Promise<string> {
  const { publicKey, fingerprint, sign } = await readSealKey(db);
  const listed = files.map(({ path, size, sha256, evidence }) => ({ path, size, sha256, evidence }));
  const said: JsonObject = {
    ...more,
    ...{ type: 'anupalan.manifest.1', kind, company: { ...company }, made, files: listed },
    ...{ chain: activity.chain, seals: activity.seals, head: activity.head, activity: activityPath },
    key: { publicKey, fingerprint },
  };
  return `${canonicalJson({ ...said, signature: sign(said).toString('base64') })}\n`;
}
