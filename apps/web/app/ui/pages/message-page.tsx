import { Center, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Page with a single message and links onward. */
export function MessagePage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Center mih="60vh" px="md">
      <Stack align="center" gap="md" maw={440} ta="center">
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text c="dimmed">{text}</Text>
        <Group justify="center">{children}</Group>
      </Stack>
    </Center>
  );
}
