import { Container, Stack, Text, Title } from '@mantine/core';
import { Mailbox } from '../../features/mailbox/mailbox.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Mailbox');

export default function MailboxPage() {
  return (
    <Container size="var(--site-width)" px={20} py="xl">
      <Stack gap="lg">
        <div>
          <Title order={1} size="h2">
            Mailbox
          </Title>
          <Text c="dimmed">Mail that this server keeps on this machine instead of sending it.</Text>
        </div>
        <Mailbox />
      </Stack>
    </Container>
  );
}
