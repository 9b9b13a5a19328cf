import type { FileMatch } from '@anupalan/contract/people/filing-runs';
import { Button, Text } from '@mantine/core';
import { Select } from '../../../ui/select/select.tsx';
import { describeFacts, describeSame, describeUnread } from '../../evidence/said-words.ts';
import { UploadLine } from '../../evidence/uploads/upload-line.tsx';
import classes from './heap.module.css';
import { isHalfRead } from './place-files.ts';
import type { Heap, HeapFile } from './use-heap.ts';

type Props = {
  file: HeapFile;
  heap: Pick<Heap, 'uploads' | 'choose'>;
  /** Lines of the run, by their keys. */
  lines: readonly { readonly value: string; readonly label: string }[];
  onConfirm: () => void;
};

/** A file of the heap: what was read in it, whose it is and why, and what speaks against it. */
export function HeapLine({ file: { upload, match, key }, heap, lines, onConfirm }: Props) {
  return (
    <UploadLine upload={upload} uploads={heap.uploads} isSameTold={match !== undefined}>
      {upload.state === 'done' && (
        <div className={classes.match}>
          {match && <Why match={match} heap={heap} />}
          <div className={classes.choice}>
            <Select
              aria-label={`Company of ${upload.file.name}`}
              placeholder="Whose is it?"
              data={lines}
              value={key}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': `Nobody’s: ${upload.file.name}` }}
              onChange={(chosen) => heap.choose(upload.answer._id, chosen)}
            />
            <Button
              size="sm"
              variant="light"
              disabled={key === null}
              aria-label={`Confirm ${upload.file.name}`}
              onClick={onConfirm}
            >
              Confirm
            </Button>
          </div>
        </div>
      )}
    </UploadLine>
  );
}

function Why({ match, heap }: { match: FileMatch; heap: Props['heap'] }) {
  const { why, text, number, amount, day, mismatch, sameAs, sameElsewhere } = match;
  const read = describeFacts({ number, amount, day });
  const unread = describeUnread(text);
  const twins = heap.uploads.arrived.filter(({ _id }) => sameAs.includes(_id));
  const against = [
    ...(unread && text !== 'waiting' ? [unread] : []),
    ...mismatch,
    ...(isHalfRead(match) ? ['Its day of payment is not sure, so neither it nor the amount is filled in'] : []),
    ...twins.map(({ name }) => `The same file is in this heap, as ${name}`),
    ...sameElsewhere.map(describeSame),
  ];
  return (
    <>
      {against.map((words) => (
        <Text key={words} size="sm" className={classes.warning}>
          {words}.
        </Text>
      ))}
      <Text size="sm" c="dimmed">
        {why}
        {read && ` · read in it: ${read}`}
        {text === 'waiting' && ` · ${unread}`}
      </Text>
    </>
  );
}
