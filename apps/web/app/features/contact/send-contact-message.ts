import { type NewContactMessage, sendContactMessage } from '@anupalan/contract/contact';
import { useMutation } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { ApiError, request } from '../../lib/api.ts';

const FAILED = 'Failed to send message. Please try again.';

/** Writes to support. Faults of single fields are the form's to show. */
export function useSendContactMessage() {
  return useMutation({
    mutationFn: (body: NewContactMessage) => request(sendContactMessage, { body, fallback: FAILED, mismatch: FAILED }),
    onSuccess: () => toast.success('Message sent successfully! We will get back to you soon.'),
    onError: (error) => {
      if (!(error instanceof ApiError) || Object.keys(error.faults).length === 0) toast.error(error.message);
    },
  });
}
