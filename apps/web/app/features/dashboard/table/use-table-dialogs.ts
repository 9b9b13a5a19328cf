import type { Act } from '@anupalan/contract/acts';
import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { useCallback, useMemo, useState } from 'react';
import type { ItemActions } from './row-actions.tsx';

/** Dialog opened from the table, with what stood there when it opened, so that a live update can't pull it away. */
export type TableDialog =
  | { readonly kind: 'add' | 'add-own' }
  | { readonly kind: 'edit' | 'delete'; readonly item: ComplianceItem }
  | { readonly kind: 'summary'; readonly act: Act };

/** Openers of the dialogs. The functions never change, so that opening one renders no row again. */
export interface DialogOpeners extends ItemActions {
  readonly onAdd: () => void;
  /** Opens the form for an obligation of the company's own. */
  readonly onAddOwn: () => void;
  readonly onSummary: (act: Act) => void;
}

export function useTableDialogs() {
  const [dialog, setDialog] = useState<TableDialog | null>(null);
  const openers = useMemo<DialogOpeners>(
    () => ({
      onAdd: () => setDialog({ kind: 'add' }),
      onAddOwn: () => setDialog({ kind: 'add-own' }),
      onEdit: (item) => setDialog({ kind: 'edit', item }),
      onDelete: (item) => setDialog({ kind: 'delete', item }),
      onSummary: (act) => setDialog({ kind: 'summary', act }),
    }),
    [],
  );
  const close = useCallback(() => setDialog(null), []);
  return { dialog, openers, close };
}
