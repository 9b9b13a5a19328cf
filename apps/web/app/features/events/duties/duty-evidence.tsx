import type { EventDuty } from '@anupalan/contract/events/duties';
import type { CompanyEvent } from '@anupalan/contract/events/events';
import { can } from '@anupalan/domain/permissions';
import { useActor } from '../../../lib/session/actor.ts';
import { useFilesOfEvent } from '../../evidence/calls.ts';
import { EvidenceButton } from '../../evidence/evidence-button.tsx';
import { standingBySubject } from '../../evidence/list-versions.ts';

type Props = { event: Pick<CompanyEvent, '_id' | 'visibility'>; duty: Pick<EventDuty, '_id' | 'title'> };

/** Files of a duty; those of an event's duties are asked for once. */
export function DutyEvidence({ event, duty }: Props) {
  const { data } = useFilesOfEvent(event._id, { enabled: can(useActor(), 'evidence.list') });
  return (
    <div>
      <EvidenceButton
        subject={{ kind: 'duty', id: duty._id }}
        title={duty.title}
        count={data && (standingBySubject(data.files).get(duty._id)?.length ?? 0)}
        isRestricted={event.visibility === 'named'}
      />
    </div>
  );
}
