import { randomUUIDv7 } from 'node:crypto';
import type { JobPosting, NewJobPosting } from '@anupalan/contract/job-postings';
import { MEDIA_TYPES } from '@anupalan/contract/wire/media-types';
import { type Kysely, sql, type Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { fileOf, type StoredFile, withStored } from '../../platform/files/store/file-store.ts';
import { receivedFile } from '../../platform/files/uploads.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { queueForChange } from '../../platform/postgres/locks.ts';
import type { Services } from '../../services.ts';
import { handledAt } from '../enquiries/queries.ts';
import { composeJobPostingMail, composeJobPostingReceipt } from './emails.ts';
import { getJobPosting, postingNotFound } from './queries.ts';

/** Postings that are kept at most, and bytes of their files: in all, and of the last 24 hours (R-enquiries-14). */
const ROOM = { postings: 20_000, bytes: 2 * 1024 ** 3, bytesOfADay: 500 * 1024 ** 2 };

/**
 * Keeps a job posting with its files and queues its mails: one to support, and a receipt to the sender
 * (R-enquiries-11).
 * @throws AppError unavailable when there is no room for more (R-enquiries-14).
 */
export async function keepJobPosting(
  { database, files, jobs, config }: Services,
  form: NewJobPosting,
  room = ROOM,
): Promise<void> {
  const mails = [await composeJobPostingMail(form, config), await composeJobPostingReceipt(form.contactEmail)];
  const received = form.files.map(receivedFile);
  const wanted = received.map(({ type, bytes }) => ({ bytes, mediaType: MEDIA_TYPES[type] }));
  // Nothing is stored, not even for a moment, when there is no room.
  await requireRoom(database.db, form, room);
  await withStored(files, wanted, { workspaceId: null, purpose: 'job-posting' }, (stored) =>
    database.db.transaction().execute(async (trx) => {
      // Whoever keeps a posting waits for the one before, so that none is more than there is room for.
      await queueForChange(trx, 'job-postings');
      await requireRoom(trx, form, room);
      await insertJobPosting(trx, form, received, stored);
      for (const mail of mails) await enqueueMail(trx, jobs, mail);
    }),
  );
}

/** Marks a posting as handled or open; marking it again changes nothing (R-enquiries-12). @throws AppError not-found */
export function markJobPosting(db: Kysely<DB>, by: Session, id: string, handled: boolean): Promise<JobPosting> {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('job_postings')
      .set({ handled_at: handledAt(handled) })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirstOrThrow(postingNotFound);
    await recordAudit(trx, by, { noun: 'job-postings', verb: 'update', id, details: { handled } });
    return getJobPosting(trx, id);
  });
}

/** Deletes a posting with its files (R-enquiries-12). @throws AppError not-found */
export async function removeJobPosting(db: Kysely<DB>, by: Session, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('job_postings').where('id', '=', id).returning('id').executeTakeFirstOrThrow(postingNotFound);
    await recordAudit(trx, by, { noun: 'job-postings', verb: 'delete', id });
  });
}

/** Deletes the postings from the address of an erased user (R-users-22). */
export async function forgetJobPostings(trx: Transaction<DB>, address: string): Promise<void> {
  await trx.deleteFrom('job_postings').where('contact_email', '=', address).execute();
}

/** Deletes the postings that came so many days ago or earlier, with their files (R-enquiries-14). */
export async function deleteOldJobPostings(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('job_postings')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}

/** @throws AppError unavailable (R-enquiries-14) */
async function requireRoom(db: Db, { files }: NewJobPosting, room: typeof ROOM): Promise<void> {
  const { rows } = await sql<{ postings: number; bytes: number; bytesOfADay: number }>`
    select count(distinct p.id)::float8 as postings, coalesce(sum(f.file_size), 0)::float8 as bytes,
           coalesce(sum(f.file_size) filter (where p.created_at > now() - interval '1 day'), 0)::float8
             as "bytesOfADay"
    from job_postings p left join job_posting_files f on f.job_posting_id = p.id`.execute(db);
  const [kept] = rows;
  const added = files.reduce((bytes, { size }) => bytes + size, 0);
  if (!kept || kept.postings >= room.postings) {
    throw noRoom('We cannot take more job openings right now. Please write to us by mail.');
  }
  const isFull = kept.bytes + added > room.bytes || kept.bytesOfADay + added > room.bytesOfADay;
  if (added === 0 || !isFull) return;
  throw noRoom(
    'We cannot take more files right now. Please send your job opening without files, or write to us by mail.',
  );
}

function noRoom(message: string): AppError {
  return new AppError('unavailable', message, { retryAfter: 3_600 });
}

type ReceivedFile = ReturnType<typeof receivedFile>;

async function insertJobPosting(
  trx: Transaction<DB>,
  form: NewJobPosting,
  received: readonly ReceivedFile[],
  stored: readonly StoredFile[],
): Promise<void> {
  const id = randomUUIDv7();
  await trx
    .insertInto('job_postings')
    .values({
      id,
      job_title: form.jobTitle,
      job_description: form.jobDescription,
      location: form.location,
      salary_range: form.salaryRange,
      additional_perks: form.additionalPerks ?? '',
      required_experience: form.requiredExperience,
      qualification: form.qualification,
      specific_skills: form.specificSkills,
      additional_requirements: form.additionalRequirements ?? '',
      job_timings: form.jobTimings,
      weeks_offs: form.weeksOffs,
      joining_timeline: form.joiningTimeline,
      company_profile: form.companyProfile,
      contact_name: form.contactName,
      contact_email: form.contactEmail,
      contact_phone: form.contactPhone,
    })
    .execute();
  for (const [position, { name, type }] of received.entries()) {
    if (type === 'csv' || type === 'xlsx') throw new TypeError(`Job postings have no ${type} files`);
    await trx
      .insertInto('job_posting_files')
      .values({
        id: randomUUIDv7(),
        job_posting_id: id,
        position,
        file_name: name,
        file_type: type,
        ...fileOf(stored[position]),
      })
      .execute();
  }
}
