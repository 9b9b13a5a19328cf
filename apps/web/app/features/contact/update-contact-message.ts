import { updateContactMessage } from '@anupalan/contract/contact';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { CONTACT_MESSAGES_KEY } from './list-contact-messages.ts';

const FAILED = 'Failed to update message';

/** Says whether somebody saw to it. */
export function useUpdateContactMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, handled }: { id: string; handled: boolean }) =>
      (await request(updateContactMessage, { params: { id }, body: { handled }, fallback: FAILED, mismatch: FAILED }))
        .data,
    onSuccess: (_, { handled }) => toast.success(handled ? 'Message marked as handled' : 'Message reopened'),
    onError: (error) => toast.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: CONTACT_MESSAGES_KEY }),
  });
}
