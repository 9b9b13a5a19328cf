import { Anchor, List } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { splitSources } from '../lib/text/split-sources.ts';

const LINES = { item: { overflowWrap: 'anywhere' } } as const;
/** As high as a target has to be. */
const PRESSED = { display: 'inline-block', paddingBlock: 3 } as const;
const BESIDE_WORDS = { marginInlineStart: 4, verticalAlign: -2 };

/** Sources of the catalogue's line, each with its page (R-law-1). */
export function SourceLinks({ source }: { source: string }) {
  return (
    <List size="sm" fz={13} mt={10} spacing={0} styles={LINES}>
      {splitSources(source).map(({ name, url }) => (
        <List.Item key={name}>
          {url ? (
            <Anchor href={url} target="_blank" rel="noopener noreferrer" inherit style={PRESSED}>
              {name}
              <IconExternalLink size={13} stroke={1.8} style={BESIDE_WORDS} aria-label="(opens in a new tab)" />
            </Anchor>
          ) : (
            name
          )}
        </List.Item>
      ))}
    </List>
  );
}
