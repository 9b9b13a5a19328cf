import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { LogoMark } from '../logo.tsx';
import classes from './form-card.module.css';

type Props = { title: string; text?: ReactNode; wide?: boolean; children: ReactNode; below?: ReactNode };

/** Page around a single form: a card in the middle, a line of links below it. */
export function FormCard({ title, text, wide = false, children, below }: Props) {
  return (
    <div className={classes.page}>
      <div className={classes.column} data-wide={wide || undefined}>
        <section className={classes.card}>
          <Stack gap="lg">
            <Stack gap={6}>
              <LogoMark size={36} />
              <Title order={1} size="h2" mt="sm">
                {title}
              </Title>
              {text && <Text c="dimmed">{text}</Text>}
            </Stack>
            {children}
          </Stack>
        </section>
        {below && (
          <Text size="sm" ta="center" c="dimmed" mt="lg">
            {below}
          </Text>
        )}
      </div>
    </div>
  );
}
