import { PostJobOpening } from '../../features/job-postings/post-job-opening.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

const DESCRIPTION =
  'Post a job opening to a pool of 1000+ qualified candidates: no upfront cost, and you pay only when you hire.';

export const meta = () => pageTitle('Post a Job Opening', DESCRIPTION);

export default PostJobOpening;
