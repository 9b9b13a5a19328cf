import type { ApiToken } from '@anupalan/contract/people/api-tokens';
import { ActionIcon, Badge } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { fullNameOf } from '../../lib/text/person-name.ts';
import { formatDayOf, formatInstant } from '../../lib/time/dates.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { RecordLine } from '../../ui/lists/record-list.tsx';
import { useRevokeApiToken } from './calls.ts';
import { describeScopes } from './scope-words.ts';

/** Line of a token, with whose it is where that is somebody else. */
export function TokenLine({ token, named }: { token: ApiToken; named: boolean }) {
  const { name, scopes, createdAt, expiresAt, lastUsedAt } = token;
  const isOver = Temporal.Instant.compare(Temporal.Instant.from(expiresAt), Temporal.Now.instant()) <= 0;
  const used = lastUsedAt ? `last used ${formatInstant(lastUsedAt)}` : 'not used yet';
  const end = `${isOver ? 'ended' : 'ends'} on ${formatDayOf(expiresAt)}`;
  const whose = named ? `${fullNameOf(token)}, ` : '';
  return (
    <RecordLine
      title={name}
      aside={
        isOver && (
          <Badge variant="light" color="gray">
            Ended
          </Badge>
        )
      }
      detail={`${whose}${describeScopes(scopes)} · made on ${formatDayOf(createdAt)}, ${used}, ${end}`}
    >
      <RevokeButton token={token} />
    </RecordLine>
  );
}

function RevokeButton({ token }: { token: ApiToken }) {
  const [asking, setAsking] = useState(false);
  const revoking = useRevokeApiToken();
  const close = () => setAsking(false);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Revoke API token: ${token.name}`}
        title="Revoke"
        onClick={() => setAsking(true)}
      >
        <IconTrash size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ConfirmDialog
        opened={asking}
        question={`Are you sure you want to revoke “${token.name}”? Whatever works with it stops at once.`}
        action="Revoke"
        busy={revoking.isPending}
        onConfirm={() => revoking.mutate(token, { onSettled: close })}
        onClose={close}
      />
    </>
  );
}
