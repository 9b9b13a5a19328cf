import type { TakenIn } from '@anupalan/contract/proof/company-files';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { CheckedWords, WhatItHas } from './bring-in-check.tsx';
import classes from './company-files.module.css';

/** What was taken in, and what comes next (R-company-files-9). */
export function BringInOutcome({ said }: { said: TakenIn }) {
  const { companyId, companyName, again, people } = said;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  // New documents: what this one knows is of the company before, of another one, or of none.
  const at = (page: string) => `${page}?company=${companyId}`;
  return (
    <div ref={panel} tabIndex={-1} className={classes.check} role="status">
      <Panel title={`${companyName} is here`}>
        <Stack gap="md">
          <CheckedWords>
            {again
              ? 'You brought this very file in before: nothing was changed.'
              : 'All of it was taken in, with its times and its names.'}
          </CheckedWords>
          <WhatItHas said={said} />
          {people > 1 && (
            <Text size="sm">
              Nobody but you has access. The people of the company are noted on the page People, where you can invite
              them.
            </Text>
          )}
          <Group gap="xs">
            <Button component="a" href={at('/dashboard')}>
              Open {companyName}
            </Button>
            {people > 1 && (
              <Button component="a" href={at('/company/people')} variant="default">
                Invite people
              </Button>
            )}
          </Group>
        </Stack>
      </Panel>
    </div>
  );
}
