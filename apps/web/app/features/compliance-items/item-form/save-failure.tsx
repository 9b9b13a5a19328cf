import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { SaveAlert } from '../../../ui/forms/save-alert.tsx';
import { useCurrentItem } from '../calls.ts';

type Props = {
  error: Error | null;
  /** Message for a failure without the server's words. */
  fallback: string;
  item: ComplianceItem | null;
  onReplace: (item: ComplianceItem) => void;
};

/** Alert for an item that was not saved, or whose current version could not be loaded. */
export function SaveFailure({ error, fallback, item, onReplace }: Props) {
  const load = useCurrentItem();
  return (
    <SaveAlert
      error={error}
      loadFailure={load.error?.message}
      fallback={fallback}
      loading={load.isPending}
      onLoadCurrent={item ? () => load.mutate(item._id, { onSuccess: onReplace }) : undefined}
    />
  );
}
