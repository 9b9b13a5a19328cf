import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './article.module.css';

/** Page of running text. @param updated day of its last change, in words */
export function Article({ title, updated, children }: { title: string; updated: string; children: ReactNode }) {
  return (
    <article className={classes.article}>
      <Title order={1}>{title}</Title>
      <Text size="sm" c="dimmed" mt={6}>
        Last updated on {updated}
      </Text>
      {children}
    </article>
  );
}

export function ArticleSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} size="h3">
        {title}
      </Title>
      {children}
    </section>
  );
}
