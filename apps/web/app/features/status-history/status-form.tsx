import { can } from '@anupalan/domain/permissions';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { DayInput } from '../../ui/forms/day-input.tsx';
import { AttachFiles } from '../evidence/attach-files.tsx';
import { StatusBadge } from './status-badge.tsx';
import { StatusChoice } from './status-choice.tsx';
import classes from './status-form.module.css';
import { type StatusFormContext, useStatusForm } from './use-status-form.ts';

/**
 * Form that records a status with an optional note for a day, or the note alone where the plan includes notes
 * (R-statuses-7). Its children tell more of the day.
 */
export function StatusForm({ children, ...context }: StatusFormContext & { children?: ReactNode }) {
  const { actor, day, isHeld = false } = context;
  const form = useStatusForm(context);
  return (
    <form onSubmit={form.submitStatus} noValidate>
      <Stack gap="md">
        <div>
          <DayInput label="Date" required value={day} error={form.faults.forDate} onChange={form.pickDay} />
          {form.current && (
            <Text size="sm" c="dimmed" className={classes.current}>
              Status on this date: <StatusBadge status={form.current} />
            </Text>
          )}
          {children}
        </div>
        <StatusChoice actor={actor} value={form.status} onChange={form.chooseStatus} />
        <Textarea
          label="Note"
          placeholder="Challan number, who filed it, what is missing…"
          rows={3}
          ref={form.noteBox}
          value={form.note}
          error={form.faults.note}
          onChange={(event) => form.typeNote(event.currentTarget.value)}
        />
        <AttachFiles files={form.files} required={form.needsEvidence} onUse={form.noteProposal} use="Add to the note" />
        {form.needsReason && (
          <Textarea
            label="Why is there no evidence?"
            required
            rows={2}
            ref={form.reasonBox}
            value={form.reason}
            error={form.faults.noEvidenceReason}
            onChange={(event) => form.typeReason(event.currentTarget.value)}
          />
        )}
        <Group gap="sm" grow preventGrowOverflow={false}>
          <Button type="submit" loading={form.isUpdating} disabled={isHeld}>
            Update Status
          </Button>
          {can(actor, 'status-history.add-note') && (
            <Button variant="default" loading={form.isAddingNote} onClick={form.submitNote}>
              Add Note
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
