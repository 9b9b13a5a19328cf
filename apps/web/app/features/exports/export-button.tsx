import type { ExportedTable } from '@anupalan/contract/proof/exports';
import { Button, type ButtonProps } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { ScreenFilters } from './calls.ts';

/** Lazy, because few take a table out. */
const ExportDialog = lazy(() => import('./export-dialog.tsx'));

type Props = ButtonProps & {
  /** Tables that are offered; the first is chosen. */
  tables: readonly ExportedTable[];
  /** Filters of the screen, which the file has as well. */
  filters?: ScreenFilters;
};

/** Button beside a table that downloads it as a file (R-exports-2). */
export function ExportButton({ tables, filters = {}, ...button }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" {...button} onClick={() => setOpened(true)}>
        Export
      </Button>
      {opened && (
        <Suspense>
          <ExportDialog tables={tables} filters={filters} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
