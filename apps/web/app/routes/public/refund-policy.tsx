import { pageTitle } from '../../lib/text/page-title.ts';
import { RefundPolicy } from './refund-policy-text.tsx';

const DESCRIPTION = 'When Anupalan refunds a subscription, how to ask for it and how long it takes.';

export const meta = () => pageTitle('Refund Policy', DESCRIPTION);

export default RefundPolicy;
