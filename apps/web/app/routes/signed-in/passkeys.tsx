import { PasskeysPage } from '../../features/passkeys/passkeys-page.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Passkeys');

export default PasskeysPage;
