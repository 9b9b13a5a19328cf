import { MOST_EVIDENCE } from '@anupalan/contract/proof/evidence-files';
import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type AddedEvidence, useDescribeEvidence, useSaid } from './calls.ts';
import classes from './evidence.module.css';
import { PDF } from './preview/open-file.ts';
import { describeFacts, describeUnread, type Proposal, proposalOf } from './said-words.ts';
import { FileSource } from './uploads/file-source.tsx';
import { RoomLeft } from './uploads/room-left.tsx';
import { UploadLine } from './uploads/upload-line.tsx';
import type { Uploads } from './uploads/use-uploads.ts';

type Props = {
  uploads: Uploads;
  label: string;
  required?: boolean | undefined;
  error?: ReactNode;
  /** Takes what the text of a document proposes into the form; without it nothing is proposed. */
  onUse?: ((proposal: Proposal) => void) | undefined;
  /** Label of the button that does so. */
  use?: string | undefined;
  /** Warning about a document that names these rupees, for what the form says so far; null without one. */
  warn?: ((amounts: readonly number[]) => string | null) | undefined;
};

/** Files for what is about to be recorded: sent at once, and joined to the record when it is made (R-evidence-3). */
export default function StagedEvidence({
  uploads,
  label,
  required = false,
  error,
  onUse,
  use = 'Fill in',
  warn,
}: Props) {
  const isFull = uploads.list.length >= MOST_EVIDENCE;
  return (
    <Stack gap="xs">
      <FileSource
        label={label}
        required={required}
        error={error}
        disabled={isFull}
        onFiles={(files) => uploads.add(files.slice(0, MOST_EVIDENCE - uploads.list.length))}
      />
      <RoomLeft />
      {isFull && (
        <Text size="sm" c="dimmed">
          {MOST_EVIDENCE} files at most.
        </Text>
      )}
      {uploads.list.length > 0 && (
        <ul className={classes.files} aria-label={`${label}: files`}>
          {uploads.list.map((upload) => (
            <UploadLine key={upload.key} upload={upload} uploads={uploads}>
              {upload.state === 'done' && <WhatItSays added={upload.answer} onUse={onUse} use={use} warn={warn} />}
            </UploadLine>
          ))}
        </ul>
      )}
    </Stack>
  );
}

type SaysProps = { added: AddedEvidence; use: string } & Pick<Props, 'onUse' | 'warn'>;

/** What the text of a document proposes; nothing is taken over before somebody says so (R-evidence-19). */
function WhatItSays({ added, onUse, use, warn }: SaysProps) {
  const { data, isLoading } = useSaid(added._id, { enabled: added.mediaType === PDF });
  const describe = useDescribeEvidence(added._id);
  if (isLoading) return <span className={classes.about}>Being read…</span>;
  const proposal = data && proposalOf(data);
  const unread = data && describeUnread(data.text);
  const warning = data && warn?.(data.amounts);

  function takeOver(read: Proposal) {
    onUse?.(read);
    // What somebody confirms stays with the document; that it couldn't be kept is no reason to keep them from recording.
    describe.mutate({ number: read.number, amount: read.amount, documentDay: read.day });
  }

  return (
    <>
      {unread && <span className={classes.about}>{unread}.</span>}
      {proposal && (
        <span className={classes.said}>
          <span>Read in it: {describeFacts(proposal)}</span>
          {onUse && (
            <Button
              variant="light"
              size="compact-xs"
              aria-label={`${use}: what was read in ${added.name}`}
              onClick={() => takeOver(proposal)}
            >
              {use}
            </Button>
          )}
        </span>
      )}
      {warning && (
        <Text size="sm" role="alert" className={classes.warning}>
          {warning}
        </Text>
      )}
    </>
  );
}
