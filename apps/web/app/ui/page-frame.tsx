import { Container, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { title: string; text: string; children: ReactNode };

/** A page under its heading and a line that says what it is for. */
export function PageFrame({ title, text, children }: Props) {
  return (
    <Container size="var(--site-width)" px={20} py="xl">
      <Stack gap="lg">
        <div>
          <Title order={1} size="h2">
            {title}
          </Title>
          <Text c="dimmed">{text}</Text>
        </div>
        {children}
      </Stack>
    </Container>
  );
}
