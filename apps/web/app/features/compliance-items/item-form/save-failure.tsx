import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { SaveAlert } from '../../../ui/save-alert.tsx';
import { useCurrentItem } from '../load-current-item.ts';

type Props = {
  error: Error | null;
  /** What the calls say when the server said nothing. */
  fallback: string;
  item: ComplianceItem | null;
  onReplace: (item: ComplianceItem) => void;
};

/** Why an item was not saved, or its current version not loaded. */
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
