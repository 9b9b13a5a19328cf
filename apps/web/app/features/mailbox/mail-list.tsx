import type { Mail } from '@anupalan/contract/mailbox';
import { Text, UnstyledButton } from '@mantine/core';
import { formatInstant } from '../../lib/time/dates.ts';
import classes from './mail-list.module.css';

type Props = { mails: readonly Mail[]; openId: string | undefined; onOpen: (id: string) => void };

export function MailList({ mails, openId, onOpen }: Props) {
  return (
    <ul className={classes.list} aria-label="Mails">
      {mails.map((mail) => (
        <li key={mail._id}>
          <UnstyledButton className={classes.mail} aria-current={mail._id === openId} onClick={() => onOpen(mail._id)}>
            <Text component="span" display="block" fw={600} size="sm" truncate>
              {mail.subject}
            </Text>
            <Text component="span" display="block" size="sm" truncate>
              {mail.to}
            </Text>
            <Text component="span" display="block" size="xs" c="dimmed">
              {formatInstant(mail.sentAt)}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
