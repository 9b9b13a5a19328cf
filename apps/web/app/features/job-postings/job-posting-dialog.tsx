import type { JobPosting } from '@anupalan/contract/job-postings';
import { EnquiryDialog } from '../enquiries/enquiry-dialog.tsx';
import { useDeleteJobPosting, useUpdateJobPosting } from './calls.ts';
import { JobPostingDetails } from './job-posting-details.tsx';

type Props = { posting: JobPosting; onChange: (posting: JobPosting) => void; onClose: () => void };

/** Job posting in full. The dialog stays open once the posting is handled, although a filtered list drops it. */
export function JobPostingDialog({ posting, onChange, onClose }: Props) {
  const update = useUpdateJobPosting();
  const deletion = useDeleteJobPosting();
  const { _id: id, jobTitle, contactEmail, handledAt } = posting;
  return (
    <EnquiryDialog
      title={jobTitle}
      sender={{ email: contactEmail, subject: jobTitle }}
      handled={handledAt !== null}
      changing={update.isPending}
      onHandled={(handled) => update.mutate({ id, handled }, { onSuccess: onChange })}
      deleteQuestion="Are you sure you want to delete this job posting?"
      deleting={deletion.isPending}
      onDelete={() => deletion.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <JobPostingDetails posting={posting} />
    </EnquiryDialog>
  );
}
