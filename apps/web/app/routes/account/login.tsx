import { LoginSteps } from '../../features/auth/login-steps.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Sign In');

export default LoginSteps;
