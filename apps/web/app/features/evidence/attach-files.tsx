import { can } from '@anupalan/domain/permissions';
import { Button } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import type { useFormFiles } from './uploads/use-form-files.ts';

const StagedEvidence = lazy(() => import('./staged-evidence.tsx'));

type Props = Omit<ComponentProps<typeof StagedEvidence>, 'label' | 'uploads' | 'error'> & {
  files: Pick<ReturnType<typeof useFormFiles>, 'uploads' | 'fault'>;
};

/** Field of a form that takes files: a button until somebody needs it, or the record does. */
export function AttachFiles({ files: { uploads, fault }, required = false, ...rest }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (!can(useActor(), 'evidence.add')) return null;
  if (!isOpen && !required && !fault && uploads.list.length === 0) {
    return (
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPaperclip size={16} stroke={1.7} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          Attach files
        </Button>
      </div>
    );
  }
  return (
    <Suspense fallback={<LoadingPanel what="files" failed={false} onRetry={() => {}} />}>
      <StagedEvidence uploads={uploads} label="Evidence" required={required} error={fault} {...rest} />
    </Suspense>
  );
}
