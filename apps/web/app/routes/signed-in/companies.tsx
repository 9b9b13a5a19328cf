import { Clients } from '../../features/clients/clients.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Companies');

export default Clients;
