import { Box, Button, Group } from '@mantine/core';
import { Link } from '../../lib/company/company-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useTryAddressAgain } from './calls.ts';

/** What every page says to who gets no mail, because their address refused it (R-messages-12). */
export default function MailComesBack({ email }: { email: string }) {
  const trying = useTryAddressAgain();
  return (
    <Box maw="var(--site-width)" mx="auto" px={{ base: 16, sm: 20 }} pt={20} role="status">
      <Notice title={`Mail to ${email} comes back`}>
        Its mail server does not take it, so nothing more is sent there: no digest and no reminder.
      </Notice>
      <Group gap="sm" mt="sm">
        <Button size="xs" variant="default" loading={trying.isPending} onClick={() => trying.mutate()}>
          Try again
        </Button>
        <Button size="xs" variant="subtle" component={Link} to="/profile">
          Change my email
        </Button>
      </Group>
    </Box>
  );
}
