import { refundOrder } from '@anupalan/contract/payments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';

const FAILED = 'Failed to refund the payment';

/** Gives the money of a paid order back, which ends what it bought. */
export function useRefundOrder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (orderId: string) => request(refundOrder, { params: { orderId }, fallback: FAILED, mismatch: FAILED }),
    onSuccess: () => toast.success('Payment refunded'),
    onError: (error) => toast.error(error.message),
    // The user's role may have changed with it, also when the answer was lost.
    onSettled: () => Promise.all(['payments', 'users'].map((noun) => client.invalidateQueries({ queryKey: [noun] }))),
  });
}
