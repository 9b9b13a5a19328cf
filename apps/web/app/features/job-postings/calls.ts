import type { EnquiryFilter } from '@anupalan/contract/fields/enquiry';
import {
  deleteJobPosting,
  downloadJobPostingFile,
  listJobPostings,
  type NewJobPosting,
  submitJobPosting,
  updateJobPosting,
} from '@anupalan/contract/job-postings';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { download, request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { saveFile } from '../../lib/api/save-file.ts';
import { upload } from '../../lib/api/upload.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { messageAboutNoField } from '../../lib/forms/faults.ts';

export const FETCHING_JOB_POSTINGS_FAILED = 'Failed to fetch job postings';
const SUBMIT_FAILED = 'Failed to submit job posting';

type Submission = { posting: NewJobPosting; onProgress: (percent: number) => void; signal: AbortSignal };
type FileChoice = { postingId: string; fileId: string; fileName: string };

/** Page of postings, newest first (R-enquiries-12); the previous page stays until the next one arrives. */
export function useJobPostings(query: EnquiryFilter) {
  return useQuery({
    ...callQuery(listJobPostings, { query, failed: FETCHING_JOB_POSTINGS_FAILED }, ({ data }) => data),
    placeholderData: keepPreviousData,
  });
}

/** Submits a job posting (R-enquiries-9); the form shows the faults of its fields. */
export function useSubmitJobPosting() {
  return useCall({
    send: ({ posting: body, ...sending }: Submission) =>
      upload(submitJobPosting, { body, ...sending, failed: SUBMIT_FAILED }),
    done: 'Job posting submitted successfully',
    describeFailure: (error, { signal }) => (signal.aborted ? null : (messageAboutNoField(error) ?? null)),
  });
}

/** Saves a posting's file under its own name. */
export function useDownloadJobPostingFile() {
  return useCall({
    send: async ({ postingId: id, fileId, fileName }: FileChoice) => {
      const params = { id, fileId };
      saveFile(await download(downloadJobPostingFile, { params, failed: 'Failed to download file' }), fileName);
    },
    done: ({ fileName }) => `Downloading ${fileName}`,
  });
}

/** Marks a posting as handled or open (R-enquiries-12). */
export function useUpdateJobPosting() {
  return useCall({
    send: async ({ id, handled }: { id: string; handled: boolean }) =>
      (await request(updateJobPosting, { params: { id }, body: { handled }, failed: 'Failed to update job posting' }))
        .data,
    done: ({ handled }) => (handled ? 'Job posting marked as handled' : 'Job posting reopened'),
    changes: ['job-postings'],
  });
}

export function useDeleteJobPosting() {
  return useCall({
    send: (id: string) => request(deleteJobPosting, { params: { id }, failed: 'Failed to delete job posting' }),
    done: 'Job posting deleted successfully',
    changes: ['job-postings'],
  });
}
