import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { HiringClaims } from './hiring-claims.tsx';
import { JobPostingForm } from './job-posting-form.tsx';

/** Job posting page for employers (R-enquiries-6). */
export function PostJobOpening() {
  return (
    <PageFrame
      title="Post a Job Opening"
      text="Tell us whom you need: we match the opening with our talent pool and get back to you."
    >
      <HiringClaims />
      <JobPostingForm />
    </PageFrame>
  );
}
