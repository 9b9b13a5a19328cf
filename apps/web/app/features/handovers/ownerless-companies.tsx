import type { Ownerless } from '@anupalan/contract/people/handovers';
import { MEMBER_ROLE_LABELS } from '@anupalan/domain/members';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { formatDayOf } from '../../lib/time/dates.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { useAppointOwner, useOwnerless } from './calls.ts';

type Props = { userId: string; name: string };

/** Companies without an owner that a user works in, any of which an administrator can make theirs (R-members-55). */
export function OwnerlessCompanies({ userId, name }: Props) {
  const { data: companies = [] } = useOwnerless(userId);
  const appointing = useAppointOwner();
  const [chosen, setChosen] = useState<Ownerless | null>(null);
  const close = () => setChosen(null);
  if (companies.length === 0) return null;
  return (
    <Facts title="Companies without an owner" facts={[]}>
      {companies.map((company) => (
        <Group key={company.companyId} justify="space-between" gap="sm">
          <div>
            <Text fw={600}>{company.companyName}</Text>
            <Text size="sm" c="dimmed">
              {MEMBER_ROLE_LABELS[company.role]} · to be deleted on {formatDayOf(company.until)}
            </Text>
          </div>
          <Button
            variant="default"
            size="xs"
            aria-label={`Make owner of ${company.companyName}: ${name}`}
            onClick={() => setChosen(company)}
          >
            Make owner
          </Button>
        </Group>
      ))}
      <ConfirmDialog
        opened={chosen !== null}
        question={`Are you sure you want to make ${name} the owner of ${chosen?.companyName ?? ''}? They decide about its people, its payment and its data from then on.`}
        action="Make owner"
        busy={appointing.isPending}
        onConfirm={() => chosen && appointing.mutate({ companyId: chosen.companyId, userId }, { onSettled: close })}
        onClose={close}
      />
    </Facts>
  );
}
