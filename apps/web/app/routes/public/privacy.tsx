import { pageTitle } from '../../lib/text/page-title.ts';
import { PrivacyNotice } from './privacy-text.tsx';

const DESCRIPTION = 'What Anupalan holds about you, why and for how long, your rights, and whom to ask.';

export const meta = () => pageTitle('Privacy', DESCRIPTION);

export default PrivacyNotice;
