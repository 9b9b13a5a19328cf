import type { FilingOutcome, FilingRow } from '@anupalan/contract/people/filing-runs';
import { formatIsoDay, parseCalendarDay } from '@anupalan/domain/calendar-day';
import { formatRupees } from '@anupalan/domain/money';
import { STATUS_LABELS, STATUSES, type Status } from '@anupalan/domain/statuses';
import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { DayInput } from '../../ui/forms/day-input.tsx';
import { Select } from '../../ui/select/select.tsx';
import { StatusBadge } from '../status-history/status-badge.tsx';
import classes from './filing-run.module.css';
import type { Draft } from './run-drafts.ts';

type Props = {
  row: FilingRow;
  draft: Draft;
  /** Why the line can't be recorded, or wasn't. */
  fault: string | undefined;
  /** What became of the line when it was recorded last. */
  outcome: FilingOutcome['outcome'] | undefined;
  onChange: (change: Partial<Draft>) => void;
  /** Takes a file off the line again. */
  onTakeOff: (fileId: string) => void;
};

/** Labels of fields, which stand once above all lines where there is room. */
const LABEL = { classNames: { label: classes.label } } as const;

const OUTCOMES: Readonly<Record<FilingOutcome['outcome'], string>> = {
  recorded: 'Recorded now',
  waiting: 'Recorded now, to be checked',
  unchanged: 'Stood like this already',
  refused: 'Refused',
};

const STATUS_OPTIONS = STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));

/** Company in a filing run: how it stands, and what is to be recorded. */
export function RunRow({ row, draft, fault, outcome, onChange, onTakeOff }: Props) {
  const { companyName, registrationNumber } = row;
  const name = registrationNumber ? `${companyName}, ${registrationNumber}` : companyName;
  const of = (what: string) => `${what} of ${name}`;
  return (
    <li
      className={classes.row}
      aria-label={name}
      data-fault={fault ? true : undefined}
      data-chosen={draft.status === null ? undefined : true}
    >
      <div className={classes.company}>
        <span className={classes.name}>{companyName}</span>
        {registrationNumber && <span className={classes.filing}>{registrationNumber}</span>}
        <span className={classes.standing}>
          {row.status && row.status !== 'pending' && <StatusBadge status={row.status} />}
          {row.waiting && <span className={classes.waiting}>{STATUS_LABELS[row.waiting]} · to be checked</span>}
          {row.filing && <span className={classes.filing}>{describeFiling(row.filing)}</span>}
          {row.files > 0 && <span className={classes.filing}>{row.files === 1 ? '1 file' : `${row.files} files`}</span>}
          {row.checker && !row.waiting && <span className={classes.filing}>Checked by {row.checker.name}</span>}
        </span>
        {outcome && !fault && draft.status === null && (
          <span className={classes.outcome} data-outcome={outcome}>
            {OUTCOMES[outcome]}
          </span>
        )}
      </div>
      <Select<Status>
        {...LABEL}
        label="Status"
        aria-label={of('Status')}
        placeholder="Leave as it is"
        data={STATUS_OPTIONS}
        value={draft.status}
        onChange={(status) => onChange({ status })}
        clearable
        clearButtonProps={{ 'aria-label': `Leave ${name} as it is` }}
      />
      <TextInput
        {...LABEL}
        data-column="number"
        label="Number"
        aria-label={of('Number')}
        value={draft.number}
        maxLength={200}
        onChange={({ currentTarget }) => onChange({ number: currentTarget.value })}
      />
      <TextInput
        {...LABEL}
        data-column="amount"
        label="Amount (₹)"
        aria-label={of('Amount')}
        inputMode="decimal"
        value={draft.amount}
        disabled={draft.nil}
        onChange={({ currentTarget }) => onChange({ amount: currentTarget.value })}
      />
      <div className={classes.paid} data-column="paid-on">
        <DayInput
          typed
          label="Paid on"
          value={draft.paidOn ? parseCalendarDay(draft.paidOn) : null}
          onChange={(day) => onChange({ paidOn: day?.toString() ?? '' })}
        />
      </div>
      <TextInput
        {...LABEL}
        data-column="note"
        label="Note"
        aria-label={of('Note')}
        value={draft.note}
        onChange={({ currentTarget }) => onChange({ note: currentTarget.value })}
      />
      <Checkbox
        className={classes.nil}
        label="Nil filed"
        aria-label={`Nil filed for ${name}`}
        checked={draft.nil}
        onChange={({ currentTarget }) => onChange({ nil: currentTarget.checked })}
      />
      {draft.files.length > 0 && (
        <ul className={classes.files} aria-label={of('Files')}>
          {draft.files.map(({ id, name: file }) => (
            <li key={id} className={classes.file}>
              <IconPaperclip size={15} stroke={1.8} aria-hidden />
              <span className={classes.fileName}>{file}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                title="Take off"
                aria-label={`Take ${file} off ${name}`}
                onClick={() => onTakeOff(id)}
              >
                <IconX size={14} stroke={2} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {row.evidenceRequired && draft.status === 'done' && draft.files.length === 0 && (
        <TextInput
          className={classes.whole}
          label="Why there is no evidence"
          required
          value={draft.noEvidenceReason}
          onChange={({ currentTarget }) => onChange({ noEvidenceReason: currentTarget.value })}
        />
      )}
      {fault && (
        <p role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
    </li>
  );
}

function describeFiling({ nil, number, amount, paidOn, filedOn }: NonNullable<FilingRow['filing']>): string {
  const parts = [
    nil && 'Nil',
    number && `No. ${number}`,
    amount !== undefined && formatRupees(amount),
    paidOn && `paid ${formatIsoDay(paidOn)}`,
    filedOn && `filed ${formatIsoDay(filedOn)}`,
  ];
  return parts.filter(Boolean).join(' · ');
}
