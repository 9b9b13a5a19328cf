import { deletePaymentDate } from '@anupalan/contract/payment-dates';
import { request } from '../../lib/api.ts';
import { useItemChange } from '../compliance-items/change-cached-item.ts';

const FAILED = 'Failed to delete payment date';

export function useDeletePaymentDate(itemId: string, paymentId: string) {
  return useItemChange<void>({
    send: () => request(deletePaymentDate, { params: { id: itemId, paymentId }, fallback: FAILED, mismatch: FAILED }),
    done: 'Payment date deleted successfully',
  });
}
