import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '../lib/company/company-link.tsx';
import { installation } from '../lib/installation.ts';
import classes from './footer.module.css';

const LINKS = [
  { label: 'Rates', to: '/rates' },
  { label: 'Terms', to: '/terms' },
  { label: 'Privacy', to: '/privacy' },
];

/** Copyright line, links and credit, which every page has without asking the server (R-pages-11). */
export function Footer() {
  return (
    <footer className={classes.footer}>
      <Group className={classes.inner} justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          © {installation.year} Anupalan. All rights reserved.
        </Text>
        <Group gap="md">
          {LINKS.map(({ label, to }) => (
            <Anchor underline="hover" key={to} component={Link} to={to} size="sm" c="dimmed">
              {label}
            </Anchor>
          ))}
        </Group>
        <Anchor
          underline="hover"
          href={installation.footerCreditUrl}
          size="sm"
          c="dimmed"
          target="_blank"
          rel="noreferrer"
        >
          {installation.footerCredit}
        </Anchor>
      </Group>
    </footer>
  );
}
