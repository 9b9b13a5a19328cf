import type { Evidence } from '@anupalan/contract/proof/evidence';
import { LoadingPanel } from '../../../ui/loading-panel.tsx';
import { useBytes, useDownloadEvidence } from '../calls.ts';
import classes from './preview.module.css';
import { PreviewDialog } from './preview-dialog.tsx';

type Props = { evidence: Pick<Evidence, '_id' | 'name' | 'mediaType'>; facts: string; onClose: () => void };

/** A file of evidence to look at, fetched for it. */
export default function EvidencePreview({ evidence, facts, onClose }: Props) {
  const { data, isPending, refetch } = useBytes(evidence._id);
  const save = useDownloadEvidence();
  return (
    <PreviewDialog
      name={evidence.name}
      mediaType={evidence.mediaType}
      file={data}
      facts={facts}
      instead={
        <div className={classes.words}>
          <LoadingPanel what="file" failed={!isPending} onRetry={refetch} />
        </div>
      }
      onDownload={() => save.mutate(evidence)}
      onClose={onClose}
    />
  );
}
