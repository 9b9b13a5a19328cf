import { exportAuditLog } from '@anupalan/contract/audit-log';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { download } from '../../lib/api.ts';
import { saveFile } from '../../lib/save-file.ts';
import type { AuditListState } from './audit-list-state.ts';

const FAILED = 'Failed to download the audit log';

/** Saves all entries that the filters let through; which page is shown does not matter. */
export function useExportAuditLog() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ page: _, ...query }: AuditListState) =>
      saveFile(await download(exportAuditLog, { query, fallback: FAILED }), 'audit-log.csv'),
    onSuccess: () => toast.success('Downloaded audit-log.csv'),
    onError: (error) => toast.error(error.message),
    // That somebody took it along is an entry itself.
    onSettled: () => client.invalidateQueries({ queryKey: ['audit-log'] }),
  });
}
