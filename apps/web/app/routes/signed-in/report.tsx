import { Report } from '../../features/reports/report.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Status report');

export default Report;
