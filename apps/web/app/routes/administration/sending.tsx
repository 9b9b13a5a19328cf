import { Sending } from '../../features/messages/sending.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Sending');

export default Sending;
