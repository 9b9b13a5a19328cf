import { UnsubscribePage } from '../../features/messages/unsubscribe-page.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Unsubscribe');

export default UnsubscribePage;
