import { Button, Group } from '@mantine/core';
import { IconDownload, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogsAbove, useCounted } from '../../../ui/dialogs/use-counted.ts';
import classes from './preview.module.css';
import { PreviewPages } from './preview-pages.tsx';

type Props = {
  name: string;
  mediaType: string;
  /** Undefined until the bytes are there. */
  file: Blob | undefined;
  /** What is known of the file. */
  facts?: string | undefined;
  /** What stands in the place of the pages while there are none. */
  instead?: ReactNode;
  onDownload: () => void;
  onClose: () => void;
};

const ZOOMS = [1, 1.5, 2, 3];

/** A file to look at, page by page; its bytes become no document of our origin. */
export function PreviewDialog({ name, mediaType, file, facts, instead, onDownload, onClose }: Props) {
  const [zoom, setZoom] = useState(0);
  useCounted(DialogsAbove, true);
  return (
    <Dialog opened title={name} size={960} onClose={onClose}>
      <div className={classes.bar}>
        <span className={classes.facts}>{facts}</span>
        <Group gap={6} wrap="nowrap">
          <Button
            variant="default"
            size="xs"
            px={8}
            aria-label="Smaller"
            title="Smaller"
            disabled={zoom === 0}
            onClick={() => setZoom(zoom - 1)}
          >
            <IconZoomOut size={17} stroke={1.7} aria-hidden />
          </Button>
          <Button
            variant="default"
            size="xs"
            px={8}
            aria-label="Larger"
            title="Larger"
            disabled={zoom === ZOOMS.length - 1}
            onClick={() => setZoom(zoom + 1)}
          >
            <IconZoomIn size={17} stroke={1.7} aria-hidden />
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
            onClick={onDownload}
          >
            Download
          </Button>
        </Group>
      </div>
      {file ? <PreviewPages file={file} mediaType={mediaType} name={name} zoom={ZOOMS[zoom] ?? 1} /> : instead}
    </Dialog>
  );
}
