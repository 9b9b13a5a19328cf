import {
  deleteContactMessage,
  listContactMessages,
  type NewContactMessage,
  sendContactMessage,
  updateContactMessage,
} from '@anupalan/contract/contact';
import type { EnquiryFilter } from '@anupalan/contract/fields/enquiry';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { messageAboutNoField } from '../../lib/forms/faults.ts';

export const FETCHING_CONTACT_MESSAGES_FAILED = 'Failed to fetch messages';
const SEND_FAILED = 'Failed to send message. Please try again.';

/** Page of messages, newest first (R-enquiries-12); the previous page stays until the next one arrives. */
export function useContactMessages(query: EnquiryFilter) {
  return useQuery({
    ...callQuery(listContactMessages, { query, failed: FETCHING_CONTACT_MESSAGES_FAILED }, ({ data }) => data),
    placeholderData: keepPreviousData,
  });
}

/** Sends a message to support (R-enquiries-5); the form shows the faults of its fields. */
export function useSendContactMessage() {
  return useCall({
    send: (body: NewContactMessage) => request(sendContactMessage, { body, failed: SEND_FAILED }),
    done: 'Message sent successfully! We will get back to you soon.',
    describeFailure: (error) => messageAboutNoField(error) ?? null,
  });
}

/** Marks a message as handled or open (R-enquiries-12). */
export function useUpdateContactMessage() {
  return useCall({
    send: async ({ id, handled }: { id: string; handled: boolean }) =>
      (await request(updateContactMessage, { params: { id }, body: { handled }, failed: 'Failed to update message' }))
        .data,
    done: ({ handled }) => (handled ? 'Message marked as handled' : 'Message reopened'),
    changes: ['contact'],
  });
}

export function useDeleteContactMessage() {
  return useCall({
    send: (id: string) => request(deleteContactMessage, { params: { id }, failed: 'Failed to delete message' }),
    done: 'Message deleted successfully',
    changes: ['contact'],
  });
}
