import { LocalGateway } from '../../features/payments/local-gateway.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Sandbox payment');

export default LocalGateway;
