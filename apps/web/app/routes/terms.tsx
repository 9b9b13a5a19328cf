import { pageTitle } from '../lib/page-title.ts';
import { Terms } from '../ui/terms.tsx';

const DESCRIPTION = 'The terms of service of Anupalan: accounts, subscriptions and payments, your data, liability.';

export const meta = () => pageTitle('Terms of Service', DESCRIPTION);

export default Terms;
