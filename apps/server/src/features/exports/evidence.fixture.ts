import { randomUUIDv7 } from 'node:crypto';
import type { TestApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';

interface NewEvidence {
  readonly item: string;
  readonly day: string;
  readonly name: string;
  readonly kind?: 'record' | 'payment-date' | 'submission-date';
  readonly bytes?: Buffer;
  /** The record that it stands at: else the newest of the occurrence, which is made where there is none. */
  readonly subject?: string;
}

/** Adds a file of evidence at an occurrence, as if somebody had uploaded it. @returns its id */
export async function addEvidenceOf(
  server: Pick<TestApp, 'services' | 'owner'>,
  person: Person,
  evidence: NewEvidence,
): Promise<string> {
  const { services, owner } = server;
  const { workspaceId, userId } = person;
  const { item, day, name, kind = 'record', bytes = Buffer.from(`Bytes of ${name}`), subject } = evidence;
  const about = { workspaceId, purpose: 'evidence', mediaType: 'application/pdf', maxBytes: bytes.length } as const;
  const source = (async function* () {
    yield bytes;
  })();
  const file = await services.files.write(source, about);
  const id = randomUUIDv7();
  const standsAt = subject ?? (kind === 'record' ? await recordOf(server, person, evidence) : randomUUIDv7());
  await owner.query(
    `insert into evidence (workspace_id, id, subject_kind, subject_id, item_id, day, file_id, name, type, media_type,
       size, sha256, by, attached_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'pdf', 'application/pdf', $9, $10, $11, now())`,
    [workspaceId, id, kind, standsAt, item, day, file.id, name, file.size, file.sha256, userId],
  );
  return id;
}

async function recordOf(
  { services, owner }: Pick<TestApp, 'services' | 'owner'>,
  person: Person,
  { item, day }: NewEvidence,
): Promise<string> {
  const find = async () => {
    const { rows } = await owner.query(
      `select id from status_records
       where (workspace_id, compliance_item_id, day) = ($1, $2, $3) and counterpart is null
       order by created_at desc limit 1`,
      [person.workspaceId, item, day],
    );
    return rows[0]?.id;
  };
  const there = await find();
  if (there) return there;
  await addStatusEntry(services, person, { item, day, records: ['pending'] });
  return await find();
}
