import { CONTACT_SUBJECT_LABELS, type ContactMessage } from '@anupalan/contract/contact';
import type { EnquiryFilter } from '@anupalan/contract/fields/enquiry';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { ListFrame } from '../../ui/lists/list-frame.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { EnquiryList } from '../enquiries/enquiry-list.tsx';
import { FETCHING_CONTACT_MESSAGES_FAILED, useContactMessages } from './calls.ts';
import { ContactMessageDialog } from './contact-message-dialog.tsx';

type Props = { filter: EnquiryFilter; onPage: (page: number, options?: { replace: boolean }) => void };

/** Contact messages for administrators (R-enquiries-12). */
export function ContactMessages({ filter, onPage }: Props) {
  const { data, error, isPlaceholderData, refetch } = useContactMessages(filter);
  const [opened, setOpened] = useState<ContactMessage | null>(null);
  useFailureToast(error, FETCHING_CONTACT_MESSAGES_FAILED);
  const messages = data?.messages;

  return (
    <Stack gap="lg">
      <ListFrame
        what="messages"
        length={messages?.length}
        stale={isPlaceholderData}
        failed={error !== null}
        onRetry={refetch}
        empty="No messages here."
      >
        <EnquiryList
          label="Messages"
          lines={messages?.map(toLine) ?? []}
          onOpen={(id) => setOpened(messages?.find(({ _id }) => _id === id) ?? null)}
        />
      </ListFrame>
      {data && (
        <Pager page={filter.page} pagination={data.pagination} nouns={['messages', 'message']} onPage={onPage} />
      )}
      {opened && <ContactMessageDialog message={opened} onChange={setOpened} onClose={() => setOpened(null)} />}
    </Stack>
  );
}

function toLine({ subject, name, email, message, ...times }: ContactMessage) {
  return { ...times, title: CONTACT_SUBJECT_LABELS[subject], from: `${name} · ${email}`, extract: message };
}
