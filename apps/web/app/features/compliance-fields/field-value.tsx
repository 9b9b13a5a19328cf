import type { FieldValue as Value } from '@anupalan/contract/compliance-items';
import { isWebAddress } from '@anupalan/contract/wire/web-address';
import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { UpgradePrompt } from '../../ui/upgrade-prompt.tsx';
import classes from './field-value.module.css';

type Props = {
  value: Value | undefined;
  /** Links show only their site, for narrow places. */
  short?: boolean;
};

/** Value of an item: text, a link to another site, or a stand-in for a locked one (R-tracker-5). */
export function FieldValue({ value, short = false }: Props) {
  if (value?.locked) return <LockedValue />;
  if (!value?.text) return <span className={classes.none}>–</span>;
  if (!value.isLink || !isWebAddress(value.text)) return value.text;
  return (
    <Anchor
      href={value.text}
      target="_blank"
      rel="noopener noreferrer"
      inherit
      className={classes.link}
      data-short={short || undefined}
    >
      <span className={classes.address}>{short ? hostOf(value.text) : value.text}</span>
      <IconExternalLink size={14} stroke={1.8} aria-label="(opens in a new tab)" />
    </Anchor>
  );
}

function hostOf(address: string): string {
  return new URL(address).host.replace(/^www\./, '');
}

/** Locked values are never sent by the server, so the blurred text is made up (R-tracker-5). */
function LockedValue() {
  return (
    <span className={classes.locked}>
      <UpgradePrompt />
      <span className={classes.blurred} />
    </span>
  );
}
