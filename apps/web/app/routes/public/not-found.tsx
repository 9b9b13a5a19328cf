import { pageTitle } from '../../lib/text/page-title.ts';
import { NotFound } from '../../ui/pages/not-found.tsx';

export const meta = () => pageTitle('Page not found');

export default NotFound;
