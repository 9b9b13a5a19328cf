import { createPaymentDate, deletePaymentDate, type NewPaymentDate } from '@anupalan/contract/payment-dates';
import { request } from '../../lib/api/api.ts';
import { useItemChange } from '../compliance-items/calls.ts';

export function useCreatePaymentDate(itemId: string) {
  return useItemChange({
    send: (body: NewPaymentDate) =>
      request(createPaymentDate, { params: { id: itemId }, body, failed: 'Failed to add payment date' }),
    done: 'Payment date added successfully',
  });
}

export function useDeletePaymentDate(itemId: string, paymentId: string) {
  return useItemChange({
    send: () =>
      request(deletePaymentDate, { params: { id: itemId, paymentId }, failed: 'Failed to delete payment date' }),
    done: 'Payment date deleted successfully',
  });
}
