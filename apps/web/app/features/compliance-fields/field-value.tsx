import type { FieldValue as Value } from '@anupalan/contract/compliance-items';
import { isWebAddress } from '@anupalan/contract/primitives';
import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import classes from './field-value.module.css';
import { UpgradePrompt } from './upgrade-prompt.tsx';

type Props = {
  value: Value | undefined;
  /** For narrow places: links show their site only. */
  short?: boolean;
};

/** One value of an item: text, a link to another site, or a stand-in for what the reader's plan does not include. */
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
      className={classes.link ?? ''}
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

/** The server never sends a locked value, so what is blurred here says nothing. */
function LockedValue() {
  return (
    <span className={classes.locked}>
      <UpgradePrompt />
      <span className={classes.blurred} />
    </span>
  );
}
