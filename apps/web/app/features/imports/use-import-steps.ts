import type { ImportForm, ImportKind, ImportReport } from '@anupalan/contract/imports/imports';
import { useState } from 'react';
import { useAbortOnLeave } from '../../lib/api/use-abort-on-leave.ts';
import { useImport } from './calls.ts';

/** What is asked of a file. */
type Asked = {
  file: File;
  existing: ImportForm['existing'];
  sheet: string | null;
  columns: Readonly<Record<string, string | null>>;
};

/** Steps of one import: each change of what is asked has the file judged anew, until it is imported. */
export function useImportSteps(kind: ImportKind) {
  const { mutate, error, isPending, reset } = useImport();
  const recheck = useImport();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [percent, setPercent] = useState(0);
  const begin = useAbortOnLeave();

  function send(next: Asked, dryRun: boolean) {
    setAsked(next);
    setPercent(0);
    const sending = { kind, ...next, onProgress: setPercent, signal: begin() };
    // What is there changed since the file was judged: its rows say what is wrong with it now.
    const onError = () => !dryRun && recheck.mutate({ ...sending, dryRun: true }, { onSuccess: setReport });
    mutate({ ...sending, dryRun }, { onSuccess: setReport, onError });
  }

  return {
    asked,
    report,
    percent,
    isPending: isPending || recheck.isPending,
    /** Failure of the last sending, in words. */
    failure: error?.message,
    choose: (file: File) => {
      setReport(null);
      send({ file, existing: asked?.existing ?? 'skip', sheet: null, columns: {} }, true);
    },
    change: (change: Partial<Omit<Asked, 'file'>>) => {
      if (asked) send({ ...asked, ...change }, true);
    },
    confirm: () => {
      if (asked) send(asked, false);
    },
    restart: () => {
      reset();
      setAsked(null);
      setReport(null);
    },
  };
}
export type ImportSteps = ReturnType<typeof useImportSteps>;
