import { can } from '@anupalan/domain/permissions';
import { Button } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import type { Subject } from './calls.ts';

const EvidenceDialog = lazy(() => import('./evidence-dialog.tsx'));

type Props = {
  subject: Subject;
  /** What the files belong to, in words: "Done, 15/11/2026". */
  title: string;
  /** Files that stand there; undefined as long as it isn't known. */
  count: number | undefined;
  /** Whether they are of an event that only those named at it see. */
  isRestricted?: boolean;
};

/** Button that says how much evidence there is, and opens it; nothing where there is none and none can be added. */
export function EvidenceButton({ subject, title, count, isRestricted = false }: Props) {
  const [isOpen, setOpen] = useState(false);
  const actor = useActor();
  const mayAdd = can(actor, 'evidence.add');
  if (!can(actor, 'evidence.list') || (!mayAdd && count === 0)) return null;
  const verb = count === 0 ? 'Add evidence' : 'Evidence';
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconPaperclip size={14} stroke={1.8} aria-hidden />}
        maw={220}
        aria-label={count ? `Evidence of ${title}: ${countFiles(count)}` : `${verb} of ${title}`}
        onClick={() => setOpen(true)}
      >
        {count ? countFiles(count) : verb}
      </Button>
      {isOpen && (
        <Suspense>
          <EvidenceDialog subject={subject} title={title} isRestricted={isRestricted} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function countFiles(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}
