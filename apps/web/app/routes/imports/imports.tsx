import { ImportsPage } from '../../features/imports/imports-page.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Import');

export default ImportsPage;
