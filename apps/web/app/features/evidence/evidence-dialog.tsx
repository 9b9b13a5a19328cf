import { MOST_EVIDENCE } from '@anupalan/contract/proof/evidence-files';
import { can } from '@anupalan/domain/permissions';
import { Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askAgain } from '../../lib/api/ask-again.ts';
import { useActor } from '../../lib/session/actor.ts';
import { AskingDialog } from '../../ui/dialogs/asking-dialog.tsx';
import { DialogsAbove, useCounted } from '../../ui/dialogs/use-counted.ts';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { CHANGED, type Subject, useFilesOf } from './calls.ts';
import classes from './evidence.module.css';
import { EvidenceLine } from './evidence-line.tsx';
import { listVersions } from './list-versions.ts';
import { RemovedEvidence } from './removed-evidence.tsx';
import { FileSource } from './uploads/file-source.tsx';
import { RoomLeft } from './uploads/room-left.tsx';
import { UploadLine } from './uploads/upload-line.tsx';
import { type Uploads, useUploads } from './uploads/use-uploads.ts';

type Props = {
  subject: Subject;
  /** What the files belong to, in words. */
  title: string;
  isRestricted: boolean;
  onClose: () => void;
};

/** Files of one thing: those that stand, with their earlier versions, what was removed, and where more come from. */
export default function EvidenceDialog({ subject, title, isRestricted, onClose }: Props) {
  useCounted(DialogsAbove, true);
  const client = useQueryClient();
  const [news, setNews] = useState('');
  const uploads = useUploads({
    onArrived: ({ name }) => {
      setNews(`${name} was added`);
      void askAgain(client, CHANGED);
    },
    // What has arrived is among the files from now on; that it lies elsewhere too stays to be read.
    keeps: ({ sameFile }) => sameFile.length > 0,
  });
  return (
    <AskingDialog
      opened
      size={720}
      title={`Evidence: ${title}`}
      isTyped={() => uploads.isSending}
      question="Files are still being sent. Stop sending them?"
      action="Stop"
      onClose={onClose}
    >
      {() => (
        <div className={classes.dialog} data-pastes>
          <VisuallyHidden role="status">{news}</VisuallyHidden>
          <Files subject={subject} isRestricted={isRestricted} uploads={uploads} />
        </div>
      )}
    </AskingDialog>
  );
}

type FilesProps = Pick<Props, 'subject' | 'isRestricted'> & { uploads: Uploads };

function Files({ subject, isRestricted, uploads }: FilesProps) {
  const { data, isPending, refetch } = useFilesOf(subject);
  const mayAdd = can(useActor(), 'evidence.add');
  const { versions, removed } = listVersions(data?.files ?? []);
  if (!data) return <LoadingPanel what="files" failed={!isPending} onRetry={refetch} />;
  const isFull = versions.length >= MOST_EVIDENCE;
  return (
    <Stack gap="md">
      {versions.length === 0 ? (
        <Text c="dimmed">
          {mayAdd ? 'No files yet. Add the challan, the return or a picture of it.' : 'No files yet.'}
        </Text>
      ) : (
        <ul className={classes.files} aria-label="Files">
          {versions.map((one) => (
            <EvidenceLine
              // The first version's, so that a new one takes the line over, with the focus in it.
              key={(one.earlier.at(-1) ?? one.current)._id}
              versions={one}
              isRestricted={isRestricted}
              onRevise={(file) => uploads.add([file], { subject, replaces: one.current._id })}
            />
          ))}
        </ul>
      )}
      {!mayAdd && (
        <Text size="sm" c="dimmed">
          You can only read in this company. Its members add files.
        </Text>
      )}
      {mayAdd && (
        <>
          {isFull ? (
            <Text size="sm" c="dimmed">
              {MOST_EVIDENCE} files at most. A new version takes the place of the one before.
            </Text>
          ) : (
            <FileSource label="Add files" onFiles={(files) => uploads.add(files, { subject })} />
          )}
          <RoomLeft />
          {uploads.list.length > 0 && (
            <ul className={classes.files} aria-label="Files that are sent">
              {uploads.list.map((upload) => (
                <UploadLine key={upload.key} upload={upload} uploads={uploads} />
              ))}
            </ul>
          )}
        </>
      )}
      <RemovedEvidence files={removed} />
    </Stack>
  );
}
