import { SentPage } from '../../features/messages/sent-page.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('What was sent');

export default SentPage;
