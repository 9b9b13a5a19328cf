import { PaymentVerification } from '../../features/payments/payment-verification.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Verifying Payment');

export default PaymentVerification;
