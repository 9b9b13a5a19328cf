import { MEMBER_ROLE_LABELS } from '@anupalan/domain/members';
import { Badge, Button } from '@mantine/core';
import { RecordLine, RecordList } from '../../ui/lists/record-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useDeleteDraft, useInvitationDrafts, useInviteDraft } from './calls.ts';

/** People whom an import named, to be invited one by one; nothing where there are none (R-imports-18). */
export default function NotedPeople() {
  const { data: drafts = [] } = useInvitationDrafts();
  const inviting = useInviteDraft();
  const removing = useDeleteDraft();
  if (drafts.length === 0) return null;
  return (
    <Panel title="Noted, not invited" text="They came by an import, and were mailed nothing yet.">
      <RecordList label="Noted people" count={drafts.length} empty="">
        {drafts.map((draft) => (
          <RecordLine
            key={draft._id}
            title={draft.email}
            aside={
              <Badge variant="light" tt="none" color="gray">
                {MEMBER_ROLE_LABELS[draft.role]}
              </Badge>
            }
          >
            <Button
              variant="default"
              size="compact-sm"
              loading={inviting.isPending && inviting.variables._id === draft._id}
              onClick={() => inviting.mutate(draft)}
              aria-label={`Invite ${draft.email}`}
            >
              Invite
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              loading={removing.isPending && removing.variables._id === draft._id}
              onClick={() => removing.mutate(draft)}
              aria-label={`Remove ${draft.email}`}
            >
              Remove
            </Button>
          </RecordLine>
        ))}
      </RecordList>
    </Panel>
  );
}
