import { RegisterSteps } from '../../features/auth/register-steps.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

const DESCRIPTION =
  'Open a free account: Anupalan lists which payroll and labour-law obligations apply to your company, and when.';

export const meta = () => pageTitle('Sign Up', DESCRIPTION);

export default RegisterSteps;
