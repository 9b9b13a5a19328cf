import { OverviewPage } from '../../../features/overview/overview-page.tsx';
import { pageTitle } from '../../../lib/text/page-title.ts';

export const meta = () => pageTitle('Overview');

export default OverviewPage;
