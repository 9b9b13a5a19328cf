import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

type Props = {
  title: string;
  text?: ReactNode;
  /** Actions on the whole panel, at the end of its heading. */
  action?: ReactNode;
  children: ReactNode;
};

/** Titled part of a page, as a card. */
export function Panel({ title, text, action, children }: Props) {
  const headingId = useId();
  return (
    <section className={classes.panel} aria-labelledby={headingId}>
      <Stack gap="lg">
        <Group justify="space-between" align="flex-start" gap="xs">
          <div>
            <Title order={2} size="h4" id={headingId}>
              {title}
            </Title>
            {text && (
              <Text size="sm" c="dimmed" mt={2}>
                {text}
              </Text>
            )}
          </div>
          {action}
        </Group>
        {children}
      </Stack>
    </section>
  );
}
