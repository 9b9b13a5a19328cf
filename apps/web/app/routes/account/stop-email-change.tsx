import { StopEmailChange } from '../../features/auth/email-change/stop-email-change.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Stop a change of email');

export default StopEmailChange;
