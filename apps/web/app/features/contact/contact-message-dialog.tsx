import { CONTACT_SUBJECT_LABELS, type ContactMessage } from '@anupalan/contract/contact';
import { formatInstant } from '../../lib/time/dates.ts';
import { Facts } from '../../ui/lists/facts.tsx';
import { EnquiryDialog } from '../enquiries/enquiry-dialog.tsx';
import { useDeleteContactMessage, useUpdateContactMessage } from './calls.ts';

type Props = { message: ContactMessage; onChange: (message: ContactMessage) => void; onClose: () => void };

/** Contact message in full. The dialog stays open once the message is handled, although a filtered list drops it. */
export function ContactMessageDialog({ message, onChange, onClose }: Props) {
  const update = useUpdateContactMessage();
  const deletion = useDeleteContactMessage();
  const { _id: id, name, email, handledAt, createdAt } = message;
  const subject = CONTACT_SUBJECT_LABELS[message.subject];
  return (
    <EnquiryDialog
      title={subject}
      sender={{ email, subject }}
      handled={handledAt !== null}
      changing={update.isPending}
      onHandled={(handled) => update.mutate({ id, handled }, { onSuccess: onChange })}
      deleteQuestion="Are you sure you want to delete this message?"
      deleting={deletion.isPending}
      onDelete={() => deletion.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Facts
        title="Message"
        facts={[
          ['From', name],
          ['Email', email],
          ['Received', formatInstant(createdAt)],
          ['Handled', handledAt ? formatInstant(handledAt) : ''],
          ['Message', message.message],
        ]}
      />
    </EnquiryDialog>
  );
}
