import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { splitSources } from '../lib/text/split-sources.ts';
import classes from './source-links.module.css';

/** Sources of the catalogue's line, each with its page (R-law-1). */
export function SourceLinks({ source }: { source: string }) {
  return (
    <ul className={classes.sources}>
      {splitSources(source).map(({ name, url }) => (
        <li key={name}>
          {url ? (
            <Anchor href={url} target="_blank" rel="noopener noreferrer" inherit>
              {name}
              <IconExternalLink size={13} stroke={1.8} className={classes.icon} aria-label="(opens in a new tab)" />
            </Anchor>
          ) : (
            name
          )}
        </li>
      ))}
    </ul>
  );
}
