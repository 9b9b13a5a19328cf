import { EXISTING, type ImportKind, type ImportReport } from '@anupalan/contract/imports/imports';
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select/select.tsx';
import { ColumnChoice } from './column-choice.tsx';
import classes from './imports.module.css';
import { countOf, rowsOf } from './kind-words.ts';
import { RowTable } from './row-table.tsx';
import type { ImportSteps } from './use-import-steps.ts';

type Props = { kind: ImportKind; report: ImportReport; steps: ImportSteps };

/** What a file would do: its columns, its rows, and what is wrong with them. Nothing is written yet. */
export function ImportCheck({ kind, report, steps }: Props) {
  const { counts, faultCount, sheets, sheet } = report;
  const { asked, change, confirm, isPending } = steps;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const writes = counts.add + counts.update;
  return (
    <div ref={panel} tabIndex={-1} className={classes.check}>
      <Panel title="What it would do" text="Nothing is written before you import.">
        <Stack gap="lg">
          <p className={classes.verdict} data-faulty={faultCount > 0 || undefined} role="status">
            {describeMissing(report) ?? (faultCount > 0 ? describeFaults(faultCount) : describeCounts(report))}
          </p>
          {[describePresent(kind, report, asked?.existing), describeRuledOut(report)].map(
            (words) =>
              words && (
                <Text key={words} size="sm">
                  {words}
                </Text>
              ),
          )}
          <div className={classes.choices}>
            {sheets.length > 1 && (
              <Select
                label="Sheet"
                data={sheets}
                value={sheet}
                allowDeselect={false}
                disabled={isPending}
                onChange={(chosen) => change({ sheet: chosen, columns: {} })}
              />
            )}
            <div>
              <Text size="sm" fw={500} mb={4} id="import-existing">
                What is there already
              </Text>
              <SegmentedControl
                aria-labelledby="import-existing"
                data={[...EXISTING]
                  .toReversed()
                  .map((value) => ({ value, label: value === 'skip' ? 'Skip' : 'Update' }))}
                value={asked?.existing ?? 'skip'}
                disabled={isPending}
                onChange={(chosen) => change({ existing: chosen === 'update' ? 'update' : 'skip' })}
              />
            </div>
          </div>
          <ColumnChoice
            report={report}
            disabled={isPending}
            onChoose={(key, letter) => change({ columns: { ...asked?.columns, [key]: letter } })}
          />
          <RowTable report={report} />
          <Group justify="flex-end">
            <Button variant="default" onClick={steps.restart} disabled={isPending}>
              Choose another file
            </Button>
            <Button onClick={confirm} disabled={isPending || faultCount > 0 || writes === 0} loading={isPending}>
              {writes === 0 ? 'Nothing to import' : `Import ${countOf(kind, writes)}`}
            </Button>
          </Group>
        </Stack>
      </Panel>
    </div>
  );
}

/** What is to be done first where columns are missing: nothing is wrong with the file then (R-imports-6); null otherwise. */
function describeMissing({ columns, sheets }: ImportReport): string | null {
  const missing = columns.filter(({ required, letter }) => required && letter === null).length;
  if (missing === 0) return null;
  const found = missing === 1 ? '1 column was not found. Choose it' : `${missing} columns were not found. Choose them`;
  return `${found} below${sheets.length > 1 ? ', or another sheet' : ''}.`;
}

function describeFaults(count: number): string {
  const faults =
    count === 1 ? 'There is 1 fault. Mend it' : `There are ${count.toLocaleString('en-IN')} faults. Mend them`;
  return `${faults} in your file and choose it again: it is imported whole, or not at all.`;
}

function describeCounts({ counts: { rows, add, update, skip } }: ImportReport): string {
  const told = { 'to add': add, 'to update': update, 'to skip': skip };
  const parts = Object.entries(told).map(([what, count]) => count > 0 && `${count.toLocaleString('en-IN')} ${what}`);
  return `${rowsOf(rows)} and no fault: ${parts.filter(Boolean).join(', ')}.`;
}

/** Why rows are skipped that say what is there already (R-imports-9, R-imports-15); null where none is. */
function describePresent(
  kind: ImportKind,
  { counts, ruledOut = 0 }: ImportReport,
  existing: 'skip' | 'update' = 'skip',
): string | null {
  const skipped = counts.skip - ruledOut;
  if (skipped <= 0) return null;
  if (kind !== 'statuses') return `${countSkipped(skipped)} because the same is here already.`;
  return existing === 'skip'
    ? `${countSkipped(skipped)} because a status of the day is here already.`
    : `${countSkipped(skipped)} because the same is recorded already.`;
}

/** How many rows are skipped as ruled out (R-imports-21); null where none is. */
function describeRuledOut({ ruledOut = 0 }: ImportReport): string | null {
  if (ruledOut === 0) return null;
  return `${countSkipped(ruledOut)} because the obligation did not apply where the file is from, and does not here.`;
}

function countSkipped(count: number): string {
  return count === 1 ? '1 row is skipped' : `${count.toLocaleString('en-IN')} rows are skipped`;
}
