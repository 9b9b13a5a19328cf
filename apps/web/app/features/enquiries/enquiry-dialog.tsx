import { Button, Group, Stack } from '@mantine/core';
import { IconCheck, IconMail, IconRotate, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';

type Props = {
  title: string;
  /** Address and subject of a reply. */
  sender: { email: string; subject: string };
  handled: boolean;
  changing: boolean;
  onHandled: (handled: boolean) => void;
  deleteQuestion: string;
  deleting: boolean;
  onDelete: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Enquiry in full, with its actions (R-enquiries-12). */
export function EnquiryDialog({ title, sender, handled, onClose, children, ...actions }: Props) {
  const [asking, setAsking] = useState(false);
  const { email, subject } = sender;

  return (
    <Dialog opened onClose={onClose} size={680} title={title}>
      <Stack gap="lg" px={{ base: 16, sm: 24 }} py="lg">
        {children}
        <Group gap="sm">
          <Button
            component="a"
            href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`}
            leftSection={<IconMail size={16} stroke={1.8} aria-hidden />}
          >
            Reply by email
          </Button>
          <Button
            variant="default"
            leftSection={
              handled ? (
                <IconRotate size={16} stroke={1.8} aria-hidden />
              ) : (
                <IconCheck size={16} stroke={2} aria-hidden />
              )
            }
            loading={actions.changing}
            onClick={() => actions.onHandled(!handled)}
          >
            {handled ? 'Reopen' : 'Mark as handled'}
          </Button>
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} stroke={1.8} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            Delete
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={asking}
        question={actions.deleteQuestion}
        busy={actions.deleting}
        onConfirm={actions.onDelete}
        onClose={() => setAsking(false)}
      />
    </Dialog>
  );
}
