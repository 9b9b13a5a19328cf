import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { SWITCHES_SCHEME } from '../lib/public-controls.ts';
import classes from './color-scheme-toggle.module.css';

/**
 * Light and dark switch; until it is used the system decides (R-pages-12). Both icons are rendered and the style sheet
 * shows the one that fits.
 */
export function ColorSchemeToggle() {
  const { toggleColorScheme } = useMantineColorScheme();
  return (
    <ActionIcon
      {...SWITCHES_SCHEME}
      className={classes.toggle}
      variant="subtle"
      color="gray"
      size="lg"
      onClick={toggleColorScheme}
      aria-label="Switch light or dark"
    >
      <IconMoon size={18} stroke={1.7} className={classes.moon} />
      <IconSun size={18} stroke={1.7} className={classes.sun} />
    </ActionIcon>
  );
}
