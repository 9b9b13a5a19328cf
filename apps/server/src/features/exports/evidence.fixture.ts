import { randomUUIDv7 } from 'node:crypto';
import type { TestApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/people.ts';

interface NewEvidence {
  readonly item: string;
  readonly day: string;
  readonly name: string;
  readonly kind?: 'record' | 'payment-date' | 'submission-date';
  readonly bytes?: Buffer;
}

/** Adds a file of evidence at an occurrence, as if somebody had uploaded it. @returns its id */
export async function addEvidenceOf(
  { services, owner }: Pick<TestApp, 'services' | 'owner'>,
  { workspaceId, userId }: Person,
  { item, day, name, kind = 'record', bytes = Buffer.from(`Bytes of ${name}`) }: NewEvidence,
): Promise<string> {
  const about = { workspaceId, purpose: 'evidence', mediaType: 'application/pdf', maxBytes: bytes.length } as const;
  const source = (async function* () {
    yield bytes;
  })();
  const file = await services.files.write(source, about);
  const id = randomUUIDv7();
  await owner.query(
    `insert into evidence (workspace_id, id, subject_kind, subject_id, item_id, day, file_id, name, type, media_type,
       size, sha256, by, attached_at)
     values ($1, $2, $3, gen_random_uuid(), $4, $5, $6, $7, 'pdf', 'application/pdf', $8, $9, $10, now())`,
    [workspaceId, id, kind, item, day, file.id, name, file.size, file.sha256, userId],
  );
  return id;
}
