import { deleteContactMessage } from '@anupalan/contract/contact';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { CONTACT_MESSAGES_KEY } from './list-contact-messages.ts';

const FAILED = 'Failed to delete message';

export function useDeleteContactMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request(deleteContactMessage, { params: { id }, fallback: FAILED, mismatch: FAILED }),
    onSuccess: () => toast.success('Message deleted successfully'),
    onError: (error) => toast.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: CONTACT_MESSAGES_KEY }),
  });
}
