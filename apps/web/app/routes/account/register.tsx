import { RegisterSteps } from '../../features/auth/register-steps.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Sign Up');

export default RegisterSteps;
