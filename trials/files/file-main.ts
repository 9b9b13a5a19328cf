import { createHash, randomBytes, randomInt } from 'node:crypto';
import { writeSync } from 'node:fs';
import { moveBytes } from '../../apps/server/src/platform/files/store/move-bytes.ts';
import { openFileStore } from '../../apps/server/src/platform/files/store/open-file-store.ts';
import { openDatabase } from '../../apps/server/src/platform/postgres/database.ts';

/*
 * An instance that writes files, of which it says each once it is stored, and moves all that there are from place to place,
 * until it is killed.
 */

const [databaseUrl = '', s3Url = ''] = process.argv.slice(2);
const database = openDatabase(databaseUrl, () => {});
const files = await openFileStore(database.db, { filesS3Url: s3Url });
const about = { workspaceId: null, purpose: 'pack', mediaType: 'application/zip', maxBytes: 10_000_000 } as const;
const { signal } = new AbortController();

await Promise.all([writeOn(), moveOn()]);

async function writeOn(): Promise<never> {
  for (;;) {
    const bytes = randomBytes(randomInt(0, 2_000_000));
    const { id } = await files.write(inChunks(bytes), about);
    // At once, so that a file is said that was stored before the end.
    writeSync(1, `${id} ${createHash('sha256').update(bytes).digest('hex')}\n`);
  }
}

async function moveOn(): Promise<never> {
  for (;;)
    for (const target of ['s3', 'postgres'] as const) await moveBytes(database.db, files.places, { target, signal });
}

async function* inChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
