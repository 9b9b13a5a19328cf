import type { JobPosting } from '@anupalan/contract/job-postings';
import { EnquiryDialog } from '../contact/enquiry-dialog.tsx';
import { useDeleteJobPosting } from './delete-job-posting.ts';
import { JobPostingDetails } from './job-posting-details.tsx';
import { useUpdateJobPosting } from './update-job-posting.ts';

type Props = { posting: JobPosting; onChange: (posting: JobPosting) => void; onClose: () => void };

/** A job posting in full. It stays open when it is handled, though the list may no longer have it. */
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
