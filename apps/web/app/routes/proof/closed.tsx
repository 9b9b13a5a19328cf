import { ClosedList } from '../../features/evidence/closed/closed-list.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Closed with evidence');

export default ClosedList;
