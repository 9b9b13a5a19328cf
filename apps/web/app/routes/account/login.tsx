import { LoginSteps } from '../../features/auth/login-steps.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

const DESCRIPTION = 'Sign in to Anupalan with your email and password, or with a passkey.';

export const meta = () => pageTitle('Sign In', DESCRIPTION);

export default LoginSteps;
