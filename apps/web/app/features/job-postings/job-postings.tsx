import type { EnquiryFilter } from '@anupalan/contract/fields/enquiry';
import type { JobPosting } from '@anupalan/contract/job-postings';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { ListFrame } from '../../ui/lists/list-frame.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { EnquiryList } from '../enquiries/enquiry-list.tsx';
import { FETCHING_JOB_POSTINGS_FAILED, useJobPostings } from './calls.ts';
import { JobPostingDialog } from './job-posting-dialog.tsx';

type Props = { filter: EnquiryFilter; onPage: (page: number, options?: { replace: boolean }) => void };

/** Job postings for administrators (R-enquiries-12). */
export function JobPostings({ filter, onPage }: Props) {
  const { data, error, isPlaceholderData, refetch } = useJobPostings(filter);
  const [opened, setOpened] = useState<JobPosting | null>(null);
  useFailureToast(error, FETCHING_JOB_POSTINGS_FAILED);
  const postings = data?.jobPostings;

  return (
    <Stack gap="lg">
      <ListFrame
        what="job postings"
        length={postings?.length}
        stale={isPlaceholderData}
        failed={error !== null}
        onRetry={refetch}
        empty="No job postings here."
      >
        <EnquiryList
          label="Job postings"
          lines={postings?.map(toLine) ?? []}
          onOpen={(id) => setOpened(postings?.find(({ _id }) => _id === id) ?? null)}
        />
      </ListFrame>
      {data && (
        <Pager
          page={filter.page}
          pagination={data.pagination}
          nouns={['job postings', 'job posting']}
          onPage={onPage}
        />
      )}
      {opened && <JobPostingDialog posting={opened} onChange={setOpened} onClose={() => setOpened(null)} />}
    </Stack>
  );
}

function toLine({
  _id,
  jobTitle,
  location,
  contactName,
  contactEmail,
  jobDescription,
  createdAt,
  handledAt,
}: JobPosting) {
  const from = `${contactName} · ${contactEmail}`;
  return { _id, title: `${jobTitle}, ${location}`, from, extract: jobDescription, createdAt, handledAt };
}
