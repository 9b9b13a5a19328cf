import { FiledPage } from '../../features/filing-links/filed-page.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Filed');

export default FiledPage;
