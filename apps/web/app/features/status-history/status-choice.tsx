import { can } from '@anupalan/domain/permissions';
import type { Actor } from '@anupalan/domain/permissions/actor';
import { STATUS_LABELS, STATUSES, type Status } from '@anupalan/domain/statuses';
import { Input, Radio } from '@mantine/core';
import { useId } from 'react';
import { UpgradePrompt } from '../../ui/upgrade-prompt.tsx';
import { STATUS_ICONS } from './status-badge.tsx';
import classes from './status-choice.module.css';

type Props = { actor: Actor; value: Status; onChange: (status: Status) => void };

/** Status options; those that the viewer's plan lacks are shown disabled (R-statuses-6). */
export function StatusChoice({ actor, value, onChange }: Props) {
  const promptId = useId();
  const isOpen = (status: Status) => can(actor, 'status-history.record', status);
  const someLocked = !STATUSES.every(isOpen);
  return (
    <div>
      <Radio.Group<Status> label="Status" value={value} onChange={onChange}>
        <div className={classes.choices}>
          {STATUSES.map((status) => {
            const StatusIcon = STATUS_ICONS[status];
            return (
              <Radio
                key={status}
                value={status}
                disabled={!isOpen(status)}
                aria-describedby={isOpen(status) ? undefined : promptId}
                classNames={{ root: classes.choice, body: classes.body, label: classes.label }}
                label={
                  <>
                    <StatusIcon size={16} stroke={2} aria-hidden />
                    {STATUS_LABELS[status]}
                  </>
                }
              />
            );
          })}
        </div>
      </Radio.Group>
      {someLocked && (
        <Input.Description id={promptId} mt={10} component="div">
          <UpgradePrompt>Upgrade to Premium to use these statuses</UpgradePrompt>
        </Input.Description>
      )}
    </div>
  );
}
