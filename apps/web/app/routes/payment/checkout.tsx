import { PaymentCheckout } from '../../features/payments/payment-checkout.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Payment');

export default PaymentCheckout;
