import { Container, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  title: string;
  text: string;
  /** Actions on the whole page, at the end of its heading. */
  action?: ReactNode;
  children: ReactNode;
};

/** Page with a heading and a line about its purpose. */
export function PageFrame({ title, text, action, children }: Props) {
  return (
    <Container size="var(--site-width)" px={20} py="xl">
      <Stack gap="lg">
        <Group justify="space-between" gap="md">
          <div>
            <Title order={1} size="h2">
              {title}
            </Title>
            <Text c="dimmed">{text}</Text>
          </div>
          {action}
        </Group>
        {children}
      </Stack>
    </Container>
  );
}
