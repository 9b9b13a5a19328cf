import { Law } from '../../features/law/law.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('The law');

export default Law;
