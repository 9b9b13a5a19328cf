import { Anchor, Group, Text } from '@mantine/core';
import { installation } from '../lib/installation.ts';
import classes from './footer.module.css';

/** Copyright line and credit, which every page has without asking the server (R-pages-11). */
export function Footer() {
  return (
    <footer className={classes.footer}>
      <Group className={classes.inner} justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          © {installation.year} Anupalan. All rights reserved.
        </Text>
        <Anchor href={installation.footerCreditUrl} size="sm" c="dimmed" target="_blank" rel="noreferrer">
          {installation.footerCredit}
        </Anchor>
      </Group>
    </footer>
  );
}
