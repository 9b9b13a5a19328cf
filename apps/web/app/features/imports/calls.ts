import {
  type ImportForm,
  type ImportKind,
  importCatalogue,
  importCompanies,
  importOwn,
  importStatuses,
  readCatalogueTemplate,
  readCompaniesTemplate,
  readOwnTemplate,
  readStatusesTemplate,
} from '@anupalan/contract/imports/imports';
import { download } from '../../lib/api/api.ts';
import { saveFile } from '../../lib/api/save-file.ts';
import { upload } from '../../lib/api/upload.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';

const CALLS = {
  catalogue: { send: importCatalogue, template: readCatalogueTemplate, file: 'Catalogue' },
  companies: { send: importCompanies, template: readCompaniesTemplate, file: 'Companies' },
  own: { send: importOwn, template: readOwnTemplate, file: 'Own obligations' },
  statuses: { send: importStatuses, template: readStatusesTemplate, file: 'Past statuses' },
} as const;

/** What is asked of a file, and how its sending goes. */
export type Sending = {
  kind: ImportKind;
  file: File;
  dryRun: boolean;
  existing: ImportForm['existing'];
  sheet: string | null;
  /** Columns chosen by hand: letters by keys, null for none. */
  columns: Readonly<Record<string, string | null>>;
  onProgress: (percent: number) => void;
  signal: AbortSignal;
};

/** Sends a file to be judged, or imported; the page shows what became of it, and its failure. */
export function useImport() {
  return useCall({
    send: async ({ kind, file, dryRun, existing, sheet, columns, onProgress, signal }: Sending) => {
      const body = {
        file,
        dryRun: String(dryRun),
        existing,
        ...(sheet !== null && { sheet }),
        ...(Object.keys(columns).length > 0 && { columns: JSON.stringify(columns) }),
      };
      const sent = await upload(CALLS[kind].send, { body, onProgress, signal, failed: 'The file could not be sent' });
      return sent.data;
    },
    describeFailure: inSilence,
    // What is imported is announced, too; whoever has no live connection asks by this.
    onDone: (client, { imported }) => (imported ? client.invalidateQueries() : undefined),
  });
}

/** Saves the template of a kind. */
export function useTemplate() {
  return useCall({
    send: async ({ kind, format }: { kind: ImportKind; format: 'xlsx' | 'csv' }) => {
      const { template, file } = CALLS[kind];
      saveFile(await download(template, { query: { format }, failed: FAILED }), `${file}.${format}`);
    },
  });
}

/** Kinds of which a file can be fetched with what is there, to be changed and imported again. */
export type FilledKind = 'catalogue' | 'own';

/** Saves what is there of a kind as its import takes it (R-imports-20). */
export function usePresentRows() {
  return useCall({
    send: async (kind: FilledKind) => {
      const { template, file } = CALLS[kind];
      const query = { format: 'xlsx', rows: 'present' } as const;
      saveFile(await download(template, { query, failed: 'The file could not be fetched' }), `${file}.xlsx`);
    },
  });
}

const FAILED = 'The template could not be fetched';
