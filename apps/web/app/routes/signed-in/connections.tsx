import { Connections } from '../../features/connections/connections.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Connections');

export default Connections;
