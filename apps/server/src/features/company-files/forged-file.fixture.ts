import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { canonicalJson, type JsonObject } from '../activity/seal/canonical-json.ts';
import { type Row, readLines } from './company-file-calls.fixture.ts';

/*
 * Files of companies that somebody made up: changed, listed anew, and signed by a key of their own.
 */

const key = generateKeyPairSync('ed25519');
const publicKey = key.publicKey.export({ format: 'der', type: 'spki' });

type Files = Record<string, Uint8Array>;

/** The same files with some changed, and what the manifest says besides. */
export function forge(
  base: Uint8Array,
  change: (files: Files, manifest: JsonObject) => object | undefined,
): Uint8Array {
  const files = unzipSync(base);
  const { signature: _, ...manifest } = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array()));
  delete files['manifest.json'];
  const changes = change(files, manifest) ?? {};
  const listed = Object.entries(files).map(([path, bytes]) => ({
    path,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  const tables = Object.keys(files).flatMap((path) => /^data\/(.*)\.jsonl$/.exec(path)?.[1] ?? []);
  const said = {
    ...manifest,
    files: listed,
    rows: Object.fromEntries(tables.map((table) => [table, countLines(files[`data/${table}.jsonl`])])),
    key: {
      publicKey: publicKey.toString('base64'),
      fingerprint: createHash('sha256').update(publicKey).digest('hex'),
    },
    ...changes,
  };
  const signature = sign(null, Buffer.from(canonicalJson(said)), key.privateKey).toString('base64');
  return zipSync({ ...files, 'manifest.json': strToU8(JSON.stringify({ ...said, signature })) }, { level: 1 });
}

function countLines(bytes = new Uint8Array()): number {
  return strFromU8(bytes)
    .split('\n')
    .filter((line) => line !== '').length;
}

/** The same file with other rows in some tables; also of `people` and `catalogue`. */
export function withRows(base: Uint8Array, tables: Record<string, (rows: Row[]) => Row[]>): Uint8Array {
  return forge(base, (files) => {
    for (const [table, change] of Object.entries(tables)) {
      const path = table === 'people' || table === 'catalogue' ? `${table}.jsonl` : `data/${table}.jsonl`;
      files[path] = strToU8(
        change(readLines(files, path))
          .map((row) => `${JSON.stringify(row)}\n`)
          .join(''),
      );
    }
    return undefined;
  });
}

/** The same file with each row of a table changed. */
export function changeRows(base: Uint8Array, table: string, change: (row: Row) => Row): Uint8Array {
  return withRows(base, { [table]: (rows) => rows.map(change) });
}
