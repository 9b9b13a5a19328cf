import { saveFile } from '../../../lib/api/save-file.ts';
import { PreviewDialog } from './preview-dialog.tsx';

type Props = { file: File; mediaType: string; onClose: () => void };

/** A file that this browser has itself, because it has just sent it. */
export default function LocalPreview({ file, mediaType, onClose }: Props) {
  return (
    <PreviewDialog
      name={file.name}
      mediaType={mediaType}
      file={file}
      onDownload={() => saveFile(file, file.name)}
      onClose={onClose}
    />
  );
}
