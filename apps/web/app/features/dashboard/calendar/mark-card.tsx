import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { formatDay } from '@anupalan/domain/calendar-day';
import { Button, Popover } from '@mantine/core';
import { type Ref, useId, useImperativeHandle } from 'react';
import { FieldValue } from '../../compliance-fields/field-value.tsx';
import { FREQUENCY_LABELS } from '../../compliance-items/describe-due.ts';
import { StatusBadge } from '../../status-history/status-badge.tsx';
import classes from './mark-card.module.css';
import type { Mark } from './marks.ts';
import type { CardControls, OpenCard } from './use-mark-card.ts';

type Props = {
  card: OpenCard;
  mark: Mark;
  /** Other marks of the same item on that day. */
  siblings: readonly Mark[];
  fields: readonly ComplianceField[];
  compact: boolean;
  controls: CardControls;
  onOpen: (itemId: string, day: Temporal.PlainDate) => void;
};

/** Card of a mark (R-calendar-7). */
export function MarkCard({ card, mark, siblings, fields, compact, controls, onOpen }: Props) {
  const headingId = useId();
  return (
    <Popover
      opened
      onChange={(opened) => !opened && controls.close()}
      position={compact ? 'bottom' : 'right-start'}
      width={340}
      shadow="md"
      radius="md"
      withRoles={false}
      closeOnEscape={false}
      trapFocus={card.pinned}
      transitionProps={{ duration: 0 }}
      middlewares={{ flip: { fallbackAxisSideDirection: 'start' }, shift: { padding: 8 } }}
    >
      <Popover.Target>
        <AnchorOfCard anchor={card.anchor} />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-labelledby={headingId}
        tabIndex={-1}
        className={classes.card}
        onPointerEnter={controls.stay}
        onPointerLeave={controls.leave}
        onFocus={controls.stay}
        onBlur={controls.leave}
      >
        <div className={classes.top}>
          <p className={classes.act}>{mark.row.act?.name}</p>
          <h3 id={headingId} className={classes.title}>
            {mark.row.item.title}
          </h3>
        </div>
        <Facts mark={mark} />
        {siblings.length > 0 && <Siblings marks={siblings} />}
        <Fields mark={mark} fields={fields} />
        <div className={classes.actions}>
          <Button
            data-autofocus
            fullWidth
            size="sm"
            onClick={() => {
              controls.close();
              onOpen(mark.row.item._id, mark.day);
            }}
          >
            Open details
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Popover target that draws nothing and hands on the mark, which is rendered elsewhere. */
function AnchorOfCard({ anchor, ref }: { anchor: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => anchor, [anchor]);
  return null;
}

function Facts({ mark: { row, day, legal, status, by } }: { mark: Mark }) {
  return (
    <dl className={classes.facts}>
      {by !== null && <Fact name="Recorded by">{by}</Fact>}
      <Fact name="Due Date">
        {formatDay(legal)}
        {!legal.equals(day) && (
          <>
            {' '}
            <s>{formatDay(day)}</s>
          </>
        )}
      </Fact>
      <Fact name="Frequency">{FREQUENCY_LABELS[row.item.dueDate.frequency]}</Fact>
      <Fact name="Status">
        <StatusBadge status={status} />
      </Fact>
    </dl>
  );
}

function Siblings({ marks }: { marks: readonly Mark[] }) {
  return (
    <dl className={classes.facts} aria-label="Also recorded for this day">
      {marks.map(({ id, by, status }) => (
        <Fact key={id} name={by ?? 'Your company'}>
          <StatusBadge status={status} />
        </Fact>
      ))}
    </dl>
  );
}

function Fields({ mark: { row }, fields }: { mark: Mark; fields: readonly ComplianceField[] }) {
  if (fields.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {fields.map((field) => (
        <Fact key={field._id} name={field.name}>
          <FieldValue value={row.item.values[field._id]} />
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
