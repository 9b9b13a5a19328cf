import { pageTitle } from '../lib/page-title.ts';
import { NotFound } from '../ui/not-found.tsx';

export const meta = () => pageTitle('Page not found');

export default NotFound;
