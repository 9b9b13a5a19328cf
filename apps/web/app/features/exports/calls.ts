import {
  addressExport,
  type ExportedTable,
  type ExportFilters,
  exportTable,
  listExports,
} from '@anupalan/contract/proof/exports';
import type { PreparedFile } from '@anupalan/contract/proof/prepared-files';
import type { TableFormat } from '@anupalan/contract/wire/tables';
import { useQuery } from '@tanstack/react-query';
import { download, request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { saveFile } from '../../lib/api/save-file.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';
import { downloadFile } from '../prepared-files/download-file.ts';
import { isUnderWay, REFRESH_MS } from '../prepared-files/under-way.ts';

/** Filters as a screen has them: days are `2026-12-15`. */
export type ScreenFilters = Partial<Record<keyof ExportFilters, string | undefined>>;

export interface WantedTable {
  readonly table: ExportedTable;
  readonly format: TableFormat;
  readonly filters: ScreenFilters;
}

export const exportsQuery = callQuery(
  listExports,
  { failed: 'Failed to fetch your exports' },
  ({ data }): PreparedFile[] => data,
);

/** Long exports of the caller, asked for again while one is being made. */
export function useExports() {
  return useQuery({
    ...exportsQuery,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? REFRESH_MS : false),
  });
}

/** A table as a file: saved, or null where it is long and a job makes it (R-exports-5). The dialog shows failures. */
export function useExportTable() {
  return useCall({
    send: async ({ table, format, filters }: WantedTable): Promise<PreparedFile | null> => {
      const query = { ...filters, format };
      const file = await download(exportTable, { params: { table }, query, failed: 'Failed to download the table' });
      if (!file.type.startsWith('application/json')) {
        saveFile(file, `${NAMES[table]}.${format}`);
        return null;
      }
      return exportTable.answers[202].parse(JSON.parse(await file.text())).data;
    },
    describeFailure: inSilence,
    changes: ['exports', 'activity'],
  });
}

/** The beginnings of the names that tables are saved under. */
const NAMES: Readonly<Record<ExportedTable, string>> = {
  compliance: 'compliance-register',
  statuses: 'status-register',
  payments: 'payments-register',
  activity: 'activity',
};

export function useFetchExport() {
  return useCall({
    send: async (id: string) => {
      const { data } = await request(addressExport, { params: { id }, failed: 'Failed to download the file' });
      downloadFile(data.address);
    },
    // A file that is gone leaves the list.
    changes: ['exports'],
  });
}
