import type { EnquiryFilter } from '@anupalan/contract/fields/enquiry';
import type { JobPosting } from '@anupalan/contract/job-postings';
import type { BoundedPagination } from '@anupalan/contract/wire/primitives';
import { sql } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import { Download } from '../../platform/files/downloads.ts';
import { type FileStore, readWhole } from '../../platform/files/store/file-store.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { readEnquiryPage } from '../enquiries/queries.ts';
import { type JobPostingRow, presentJobPosting } from './present.ts';

/** A page of job postings without the bytes of their files, newest first (R-enquiries-12). */
export async function listJobPostings(
  db: Db,
  filter: EnquiryFilter,
): Promise<{ jobPostings: JobPosting[]; pagination: BoundedPagination }> {
  const { rows, pagination } = await readEnquiryPage(db, selectJobPostings(db), filter);
  return { jobPostings: rows.map(presentJobPosting), pagination };
}

/** @throws AppError not-found */
export async function getJobPosting(db: Db, id: string): Promise<JobPosting> {
  const row = await selectJobPostings(db).where('id', '=', id).executeTakeFirstOrThrow(postingNotFound);
  return presentJobPosting(row);
}

/** A file that came with a job posting. @throws AppError not-found; unavailable when the store is away */
export async function readJobPostingFile(
  { db, files }: { db: Db; files: FileStore },
  { id, fileId }: { id: string; fileId: string },
): Promise<Download> {
  const { name, type, storedId } = await db
    .selectFrom('job_posting_files')
    .select(['file_name as name', 'file_type as type', 'file_id as storedId'])
    .where('id', '=', fileId)
    .where('job_posting_id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'File not found'));
  return new Download({ name, type, content: await readWhole(files.read(storedId)) });
}

export function postingNotFound(): AppError {
  return new AppError('not-found', 'Job posting not found');
}

/** The job postings with their files, in the order in which they came. */
function selectJobPostings(db: Db) {
  return db
    .selectFrom('job_postings')
    .selectAll()
    .select(
      sql<JobPostingRow['files']>`(
        select coalesce(json_agg(json_build_object(
          'id', id, 'file_name', file_name, 'file_type', file_type, 'file_size', file_size
        ) order by position), '[]')
        from job_posting_files where job_posting_id = job_postings.id
      )`.as('files'),
    );
}
