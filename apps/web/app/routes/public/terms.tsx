import { pageTitle } from '../../lib/text/page-title.ts';
import { Terms } from './terms-text.tsx';

const DESCRIPTION = 'The terms of service of Anupalan: accounts, subscriptions and payments, your data, liability.';

export const meta = () => pageTitle('Terms of Service', DESCRIPTION);

export default Terms;
