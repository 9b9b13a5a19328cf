import { Checks } from '../../features/checks/checks.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('To check');

export default Checks;
