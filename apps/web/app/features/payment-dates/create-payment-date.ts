import { createPaymentDate, type NewPaymentDate } from '@anupalan/contract/payment-dates';
import { request } from '../../lib/api.ts';
import { useItemChange } from '../compliance-items/change-cached-item.ts';

const FAILED = 'Failed to add payment date';

export function useCreatePaymentDate(itemId: string) {
  return useItemChange({
    send: (body: NewPaymentDate) =>
      request(createPaymentDate, { params: { id: itemId }, body, fallback: FAILED, mismatch: FAILED }),
    done: 'Payment date added successfully',
  });
}
