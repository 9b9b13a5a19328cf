import type { TakenIn } from '@anupalan/contract/proof/company-files';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatSize } from '../../lib/text/format-size.ts';
import { formatDayOf } from '../../lib/time/dates.ts';
import { FactList } from '../../ui/lists/facts.tsx';
import classes from './company-files.module.css';

type Props = { said: TakenIn; onConfirm: () => void; onCancel: () => void };

/** What a file would do, and the button that does it (R-company-files-6). Nothing is written yet. */
export function BringInCheck({ said, onConfirm, onCancel }: Props) {
  const { companyName, faults } = said;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <Stack gap="md" ref={panel} tabIndex={-1} className={classes.check} role="group" aria-label="What the file has">
      <CheckedWords isFaulty={faults.length > 0}>{describeVerdict(said)}</CheckedWords>
      {faults.length > 0 && (
        <ul className={classes.faults}>
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      <WhatItHas said={said} />
      <Group gap="xs">
        {faults.length === 0 && <Button onClick={onConfirm}>Bring {companyName} in</Button>}
        <Button variant="default" onClick={onCancel}>
          Choose another file
        </Button>
      </Group>
    </Stack>
  );
}

/** How it is with a file, in a sentence. */
export function CheckedWords({ isFaulty = false, children }: { isFaulty?: boolean; children: string }) {
  return (
    <p className={classes.verdict} data-faulty={isFaulty || undefined}>
      {children}
    </p>
  );
}

/** What a file has, and what of it stays out. */
export function WhatItHas({ said }: { said: TakenIn }) {
  const { companyName, made, leftOut, rows, evidence, people } = said;
  const count = (...tables: string[]) =>
    tables.reduce((sum, table) => sum + (rows[table] ?? 0), 0).toLocaleString('en-IN');
  return (
    <>
      <FactList
        facts={[
          ['Company', companyName],
          ['Made', formatDayOf(made)],
          ['Signed by', describeSigner(said)],
          [
            'Records',
            `${count('status_records')} of statuses and notes, ${count('payment_dates', 'submission_dates')} payments and submissions`,
          ],
          ['Events', count('events')],
          ['Own obligations', count('compliance_items')],
          ['Registrations', count('registrations')],
          [
            'Evidence',
            evidence.files > 0 && `${evidence.files.toLocaleString('en-IN')} files, ${formatSize(evidence.bytes)}`,
          ],
          ['People', `${people.toLocaleString('en-IN')}, none of whom gets access: you can invite them afterwards`],
        ]}
      />
      {leftOut.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            Stays out
          </Text>
          <ul className={classes.left}>
            {leftOut.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function describeVerdict({ faults, signedBy }: TakenIn): string {
  if (faults.length > 0) return 'This file can’t be taken in as it is. Nothing was changed.';
  const whole = signedBy === 'this' ? 'is as this installation made it' : 'agrees with itself';
  return `The file ${whole}, and all of it can be taken in. Nothing was changed yet.`;
}

function describeSigner({ signedBy, fingerprint }: TakenIn): string {
  const key = fingerprint.slice(0, 16);
  return signedBy === 'this'
    ? 'This installation'
    : `Another installation, with the key ${key}…: compare it with that installation’s if you don’t know where the file is from`;
}
