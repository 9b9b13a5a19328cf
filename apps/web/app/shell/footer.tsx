import { Anchor, Group, Text } from '@mantine/core';
import classes from './footer.module.css';

// FOOTER_CREDIT at build time, so that every page has it without asking the server (R-pages-11).
const CREDIT = import.meta.env.FOOTER_CREDIT || 'Built with Mantine';
const CREDIT_URL = import.meta.env.FOOTER_CREDIT_URL || 'https://mantine.dev';

export function Footer() {
  return (
    <footer className={classes.footer}>
      <Group className={classes.inner} justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          © {__BUILD_YEAR__} Anupalan. All rights reserved.
        </Text>
        <Anchor href={CREDIT_URL} size="sm" c="dimmed" target="_blank" rel="noreferrer">
          {CREDIT}
        </Anchor>
      </Group>
    </footer>
  );
}
