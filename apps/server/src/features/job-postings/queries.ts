import type { EnquiryFilter } from '@anupalan/contract/enquiry';
import type { JobPosting } from '@anupalan/contract/job-postings';
import type { Pagination } from '@anupalan/contract/primitives';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { Download } from '../../platform/downloads.ts';
import { AppError } from '../../platform/errors.ts';
import { type JobPostingRow, presentJobPosting } from './present.ts';

const PAGE = 20;

/** A page of job postings, newest first; their files stay where they are. */
export async function listJobPostings(
  db: Db,
  { page, status }: EnquiryFilter,
): Promise<{ jobPostings: JobPosting[]; pagination: Pagination }> {
  const wanted = db
    .selectFrom('job_postings')
    .$if(status === 'open', (query) => query.where('handled_at', 'is', null))
    .$if(status === 'handled', (query) => query.where('handled_at', 'is not', null));
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await wanted
    .selectAll()
    .select(filesOfPosting)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE)
    .offset((page - 1) * PAGE)
    .execute();
  return {
    jobPostings: rows.map(presentJobPosting),
    pagination: { page, limit: PAGE, total, pages: Math.ceil(total / PAGE) },
  };
}

/** @throws AppError not-found */
export async function getJobPosting(db: Db, id: string): Promise<JobPosting> {
  const row = await db
    .selectFrom('job_postings')
    .selectAll()
    .select(filesOfPosting)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(postingNotFound);
  return presentJobPosting(row);
}

/** A file that came with a job posting. @throws AppError not-found */
export async function readJobPostingFile(db: Db, { id, fileId }: { id: string; fileId: string }): Promise<Download> {
  const file = await db
    .selectFrom('job_posting_files')
    .select(['file_name as name', 'file_type as type', 'content'])
    .where('id', '=', fileId)
    .where('job_posting_id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'File not found'));
  return new Download(file);
}

export function postingNotFound(): AppError {
  return new AppError('not-found', 'Job posting not found');
}

/** In the order in which they came. */
function filesOfPosting() {
  return sql<JobPostingRow['files']>`(
    select coalesce(json_agg(json_build_object(
      'id', id, 'file_name', file_name, 'file_type', file_type, 'file_size', octet_length(content)
    ) order by id), '[]')
    from job_posting_files where job_posting_id = job_postings.id
  )`.as('files');
}
