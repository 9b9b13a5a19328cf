import { EVIDENCE_ENDINGS } from '@anupalan/contract/proof/evidence-files';
import { Button, FileButton } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { chooseFiles } from '../../../lib/forms/choose-files.ts';
import { FileDrop } from '../../../ui/files/file-drop.tsx';
import classes from '../evidence.module.css';

type Props = {
  label: string;
  required?: boolean;
  error?: ReactNode;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
};

/** Where files come from: dropped, chosen, pasted anywhere in the form around it, or from the camera of a phone. */
export function FileSource({ label, required = false, error, disabled = false, onFiles }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const camera = useRef<() => void>(null);
  const take = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0 || disabled) return;
    event.preventDefault();
    // The area for dropping takes what is pasted on it, which would be twice.
    event.stopPropagation();
    chooseFiles(files, EVIDENCE_ENDINGS, onFiles);
  });

  useEffect(() => {
    const around = place.current?.closest<HTMLElement>('form, [data-pastes]') ?? place.current;
    const paste = (event: ClipboardEvent) => take(event);
    around?.addEventListener('paste', paste);
    return () => around?.removeEventListener('paste', paste);
  }, []);

  return (
    <div ref={place} className={classes.source}>
      <FileDrop
        compact
        label={label}
        required={required}
        error={error}
        hint="PDF, picture, Word, Excel, mail or a file of a portal, up to 25 MB each. Pasting works too."
        accept={EVIDENCE_ENDINGS}
        several
        disabled={disabled}
        onChoose={onFiles}
      />
      <FileButton
        accept="image/*"
        capture="environment"
        disabled={disabled}
        resetRef={camera}
        onChange={(photo) => {
          if (photo) onFiles([photo]);
          camera.current?.();
        }}
      >
        {(button) => (
          <Button
            {...button}
            variant="default"
            className={classes.camera}
            leftSection={<IconCamera size={18} stroke={1.7} aria-hidden />}
          >
            Photograph
          </Button>
        )}
      </FileButton>
    </div>
  );
}
