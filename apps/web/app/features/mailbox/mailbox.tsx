import { Button, EmptyState, Skeleton, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconArrowLeft, IconMail, IconMailOff, IconSearch } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { isMailboxOff, useMailbox } from './calls.ts';
import { MailList } from './mail-list.tsx';
import { MailView } from './mail-view.tsx';
import classes from './mailbox.module.css';

/**
 * Mailbox (R-mail-1): list and open mail side by side, on a narrow screen one at a time. The address has what is shown
 * (`to`, `mail`).
 */
export function Mailbox() {
  const [search, setSearch] = useSearchParams();
  const to = search.get('to') ?? '';
  const chosenId = search.get('mail');
  const { data, error } = useMailbox();
  const mails = data?.filter((mail) => mail.to.includes(to.toLowerCase()));
  const open = mails?.find(({ _id }) => _id === chosenId) ?? mails?.[0];

  function show(key: 'to' | 'mail', value: string | null) {
    setSearch(
      (shown) => {
        if (value) shown.set(key, value);
        else shown.delete(key);
        return shown;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  const searchFor = useDebouncedCallback((recipient: string) => show('to', recipient.trim()), 300);

  if (isMailboxOff(error)) return <MailboxOff />;
  return (
    <Stack gap="md">
      <TextInput
        type="search"
        aria-label="Search by recipient"
        placeholder="Search by recipient"
        leftSection={<IconSearch size={16} />}
        defaultValue={to}
        onChange={(event) => searchFor(event.currentTarget.value)}
        maw={360}
      />
      <FormAlert message={error?.message} />
      {!mails && !error && <Skeleton height={320} radius="lg" />}
      {mails && !open && <NoMail to={to} />}
      {mails && open && (
        <div className={classes.panes} data-chosen={chosenId === open._id || undefined}>
          <div className={classes.list}>
            <MailList mails={mails} openId={open._id} onOpen={(id) => show('mail', id)} />
          </div>
          <div className={classes.view}>
            <Button
              className={classes.back}
              variant="subtle"
              color="gray"
              leftSection={<IconArrowLeft size={16} />}
              onClick={() => show('mail', null)}
            >
              All mails
            </Button>
            <MailView key={open._id} mail={open} />
          </div>
        </div>
      )}
    </Stack>
  );
}

function NoMail({ to }: { to: string }) {
  return (
    <EmptyState
      py="xl"
      icon={<IconMail />}
      withIndicatorBackground
      title={to ? `No mail to ${to}` : 'No mail yet'}
      description="What the application sends appears here by itself, for example the code of a sign-up."
    />
  );
}

function MailboxOff() {
  return (
    <EmptyState
      py="xl"
      icon={<IconMailOff />}
      withIndicatorBackground
      title="The local mailbox is off"
      description="This server sends its mail to a mail server, or is not called from its own machine. Look in the inbox of the address that was written to."
    />
  );
}
