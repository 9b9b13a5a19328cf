import type { FilingRow } from '@anupalan/contract/people/filing-runs';
import { Button, Group, Text } from '@mantine/core';
import { FileSource } from '../../evidence/uploads/file-source.tsx';
import { RoomLeft } from '../../evidence/uploads/room-left.tsx';
import { keyOf } from '../run-drafts.ts';
import classes from './heap.module.css';
import { HeapLine } from './heap-line.tsx';
import type { Heap, HeapFile } from './use-heap.ts';

type Props = {
  heap: Heap;
  rows: readonly FilingRow[];
  /** Puts files to their lines. */
  onConfirm: (files: readonly HeapFile[]) => void;
};

/** Where the files of all companies are dropped, each matched to a line and put there once somebody says so. */
export function FileHeap({ heap, rows, onConfirm }: Props) {
  const { uploads, files, isMatching, hasFailed } = heap;
  const sure = files.filter(({ needsAnEye }) => !needsAnEye);
  const lines = rows.map((row) => ({
    value: keyOf(row),
    label: row.registrationNumber ? `${row.companyName}, ${row.registrationNumber}` : row.companyName,
  }));
  return (
    <section className={classes.heap} aria-label="Files of all companies" data-pastes>
      <FileSource label="Challans and returns of all companies" onFiles={(dropped) => uploads.add(dropped)} />
      <RoomLeft />
      {isMatching && (
        <Text size="sm" c="dimmed" role="status">
          Being read and matched…
        </Text>
      )}
      {hasFailed && (
        <Group gap="sm" role="alert">
          <Text size="sm">The files could not be matched. You can choose their companies by hand.</Text>
          <Button variant="default" size="compact-sm" onClick={heap.retry}>
            Try again
          </Button>
        </Group>
      )}
      {files.length > 0 && (
        <>
          <Group justify="space-between" gap="sm">
            <Text size="sm" c="dimmed" role="status">
              {describeHeap(files.length, sure.length)}
            </Text>
            <Button variant="default" size="xs" disabled={sure.length === 0} onClick={() => onConfirm(sure)}>
              Confirm all that match
            </Button>
          </Group>
          <ul className={classes.files} aria-label="Files to confirm">
            {files.map((file) => (
              <HeapLine
                key={file.upload.key}
                file={file}
                heap={heap}
                lines={lines}
                onConfirm={() => onConfirm([file])}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function describeHeap(count: number, sure: number): string {
  const files = count === 1 ? '1 file' : `${count} files`;
  return sure === 0 ? `${files} to look at` : `${files}, of which ${sure} ${sure === 1 ? 'matches' : 'match'}`;
}
