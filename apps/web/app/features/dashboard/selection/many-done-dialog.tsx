import { formatDay, toIsoMidnight } from '@anupalan/domain/calendar-day';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { askAgain } from '../../../lib/api/ask-again.ts';
import { AskingDialog } from '../../../ui/dialogs/asking-dialog.tsx';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import { Select } from '../../../ui/select/select.tsx';
import classes from '../../evidence/evidence.module.css';
import { FileSource } from '../../evidence/uploads/file-source.tsx';
import { UploadLine } from '../../evidence/uploads/upload-line.tsx';
import { useCopies } from '../../evidence/uploads/use-copies.ts';
import { useFormFiles } from '../../evidence/uploads/use-form-files.ts';
import { useRecordMany } from '../../status-history/calls-many.ts';
import { ALL_ROWS, type Chosen, filesOfRows, MOST_COPIES, placeOnRows } from './place-on-rows.ts';
import type { DueRow } from './use-selection.ts';

type Props = {
  rows: readonly DueRow[];
  /** Whether a done of an item needs evidence, or the reason why there is none (R-checks-20). */
  requiresEvidence: (item: DueRow['item']) => boolean;
  userId: string;
  note: string;
  onClose: () => void;
  /** Called once all rows are recorded. */
  onRecorded: () => void;
};

/** Files for rows that are marked as done together: each for one of them or for all (R-tracker-34). */
export default function ManyDoneDialog({ rows, requiresEvidence, userId, note, onClose, onRecorded }: Props) {
  const client = useQueryClient();
  const files = useFormFiles();
  const copies = useCopies();
  const recording = useRecordMany();
  /** Rows of the dialog: those that were selected when it was opened, less those that are recorded. */
  const [open, setOpen] = useState(rows);
  const [chosen, setChosen] = useState<Chosen>({});
  const [reason, setReason] = useState('');
  const [faults, setFaults] = useState<{ row?: string; reason?: string; sending?: string }>({});
  const { uploads } = files;
  const named = open.map((row) => ({ id: row.item._id, words: `${row.item.title} ${row.act?.name ?? ''}` }));
  const placed = placeOnRows(
    uploads.list.map(({ key, file }) => ({ key, name: file.name })),
    named,
    chosen,
  );
  const places = new Set(placed.values());
  const without = open.filter(({ item }) => !places.has(ALL_ROWS) && !places.has(item._id) && requiresEvidence(item));
  const isBusy = recording.isPending || copies.left > 0;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const attached = files.take();
    const found = {
      ...([...places].includes(null) && { row: 'Please choose which row it is for' }),
      ...(without.length > 0 && reason.trim() === '' && { reason: 'Please say why there is no evidence' }),
    };
    setFaults(found);
    if (!attached || Object.keys(found).length > 0) return;
    const ids = named.map(({ id }) => id);
    const of = (place: string) => (place === ALL_ROWS ? ids : [place]);
    const shared = uploads.list.map((upload) => ({ upload, of: of(placed.get(upload.key) ?? ALL_ROWS) }));
    try {
      await copies.send(shared);
    } catch (error) {
      const why = error instanceof Error ? error.message : '';
      setFaults({ sending: `A file could not be sent for all rows. ${why}`.trim() });
      return;
    }
    const filesOf = filesOfRows(placed, named, copies.idOf);
    const entries = open.map((row) => {
      const evidence = filesOf.get(row.item._id) ?? [];
      return {
        ...{ id: row.item._id, forDate: toIsoMidnight(row.due) },
        ...(evidence.length > 0 && { evidence }),
        ...(without.includes(row) && { noEvidenceReason: reason.trim() }),
      };
    });
    recording.mutate(
      { userId, status: 'done', note, entries },
      {
        onSuccess: ({ outcomes }) => {
          void askAgain(client, ['evidence']);
          const recorded = (n: number) => (outcomes[n]?.outcome ?? 'refused') !== 'refused';
          const refused = open.filter((_, n) => !recorded(n));
          if (refused.length === 0) return onRecorded();
          const left = new Set(refused.map(({ item }) => item._id));
          const isLeft = (key: string) => of(placed.get(key) ?? '').some((id) => left.has(id));
          uploads.release(uploads.arrived.flatMap(({ _id }, n) => (isLeft(uploads.list[n]?.key ?? '') ? [] : _id)));
          setOpen(refused);
          setFaults({ sending: outcomes.find(({ outcome }) => outcome === 'refused')?.message ?? 'Not recorded' });
        },
      },
    );
  }

  const label = ({ item, current }: DueRow) => `${item.title} · ${formatDay(current.legal)}`;
  const choices = [
    ...(open.length > 1 && open.length <= MOST_COPIES
      ? [{ value: ALL_ROWS, label: open.length === 2 ? 'Both rows' : `All ${open.length} rows` }]
      : []),
    ...open.map((row) => ({ value: row.item._id, label: label(row) })),
  ];
  return (
    <AskingDialog
      opened
      size={720}
      title={open.length === 1 ? 'Mark 1 row as done' : `Mark ${open.length} rows as done`}
      isTyped={() => uploads.list.length > 0 || reason.trim() !== ''}
      isBusy={() => isBusy}
      question="The files are not recorded yet. Leave all the same?"
      action="Leave"
      onClose={onClose}
    >
      {(leave) => (
        <form className={classes.dialog} onSubmit={submit} noValidate>
          <Stack gap="md">
            <FormAlert message={faults.sending} />
            <FileSource
              label="Challans and returns of these rows"
              error={files.fault}
              onFiles={(added) => uploads.add(added)}
            />
            {uploads.list.length > 0 && (
              <ul className={classes.files} aria-label="Files of these rows">
                {uploads.list.map((upload) => (
                  <UploadLine key={upload.key} upload={upload} uploads={uploads}>
                    <Select
                      mt={6}
                      maw={440}
                      aria-label={`Row of ${upload.file.name}`}
                      placeholder="Which row is it for?"
                      data={choices}
                      value={placed.get(upload.key) ?? null}
                      searchable
                      error={placed.get(upload.key) === null ? faults.row : undefined}
                      onChange={(place) => setChosen((before) => ({ ...before, [upload.key]: place }))}
                    />
                  </UploadLine>
                ))}
              </ul>
            )}
            {without.length > 0 && (
              <Textarea
                label="Why is there no evidence?"
                description={`Asked for, and without a file: ${without.map(({ item }) => item.title).join(', ')}`}
                required
                rows={2}
                value={reason}
                error={faults.reason}
                onChange={({ currentTarget }) => setReason(currentTarget.value)}
              />
            )}
            {copies.left > 0 && (
              <Text size="sm" c="dimmed" role="status">
                {copies.left === 1 ? 'Being sent for 1 more row…' : `Being sent for ${copies.left} more rows…`}
              </Text>
            )}
          </Stack>
          <Group gap="sm" mt="lg">
            <Button type="submit" loading={isBusy}>
              Mark as Done
            </Button>
            <Button variant="default" disabled={isBusy} onClick={leave}>
              Cancel
            </Button>
          </Group>
        </form>
      )}
    </AskingDialog>
  );
}
