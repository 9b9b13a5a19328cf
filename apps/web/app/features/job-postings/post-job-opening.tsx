import { PageFrame } from '../../ui/page-frame.tsx';
import { HiringClaims } from './hiring-claims.tsx';
import { JobPostingForm } from './job-posting-form.tsx';

/** Where an employer posts a job opening (specification 1, section 2, "Job posting"). */
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
