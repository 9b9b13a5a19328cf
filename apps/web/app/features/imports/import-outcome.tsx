import type { ImportKind, ImportReport } from '@anupalan/contract/imports/imports';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from '../../lib/company/company-link.tsx';
import { IconDisc } from '../../ui/icon-disc.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './imports.module.css';
import { countOf } from './kind-words.ts';

type Props = { kind: ImportKind; report: ImportReport; onAgain: () => void };

const NEXT: Readonly<Record<ImportKind, { label: string; to: string }>> = {
  statuses: { label: 'To the dashboard', to: '/dashboard' },
  own: { label: 'To the dashboard', to: '/dashboard' },
  catalogue: { label: 'To the dashboard', to: '/dashboard' },
  companies: { label: 'To the companies', to: '/companies' },
};

/** What an import did, and what comes next. */
export function ImportOutcome({ kind, report: { counts, waiting = 0, drafts = 0 }, onAgain }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const done = [
    counts.add > 0 && `${countOf(kind, counts.add)} added`,
    counts.update > 0 && `${countOf(kind, counts.update)} updated`,
    counts.skip > 0 && `${counts.skip.toLocaleString('en-IN')} skipped`,
  ].filter(Boolean);
  const { label, to } = NEXT[kind];
  return (
    <div ref={panel} tabIndex={-1} className={classes.check} role="status">
      <Panel title="Imported">
        <Stack gap="md">
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <IconDisc size={28} color="teal">
              <IconCheck size={16} stroke={2.2} aria-hidden />
            </IconDisc>
            <Text fw={600}>{done.join(', ')}</Text>
          </Group>
          {waiting > 0 && (
            <Text size="sm">
              {countOf('statuses', waiting)} {waiting === 1 ? 'waits' : 'wait'} for the check, as one batch: whoever
              checks finds {waiting === 1 ? 'it' : 'them'} among the checks.
            </Text>
          )}
          {drafts > 0 && (
            <Text size="sm">
              {drafts === 1 ? '1 person is' : `${drafts.toLocaleString('en-IN')} people are`} noted in the companies,
              and nobody was mailed. Invite them on the page People of each company.
            </Text>
          )}
          <Group>
            <Button component={Link} to={to}>
              {label}
            </Button>
            <Button variant="default" onClick={onAgain}>
              Import another file
            </Button>
          </Group>
        </Stack>
      </Panel>
    </div>
  );
}
