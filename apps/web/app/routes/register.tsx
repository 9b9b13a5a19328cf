import { RegisterSteps } from '../features/auth/register-steps.tsx';
import { pageTitle } from '../lib/page-title.ts';

export const meta = () => pageTitle('Sign Up');

export default RegisterSteps;
