import type { Member } from '@anupalan/contract/people/members';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCompany } from '../../lib/session/company.ts';
import { fullNameOf } from '../../lib/text/person-name.ts';
import { formatDayOf } from '../../lib/time/dates.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select/select.tsx';
import { useHandovers, useOfferHandover, useWithdrawHandover } from './calls.ts';

/** Panel by which the owner offers the company to another (R-members-50). */
export function HandOver({ members }: { members: readonly Member[] }) {
  const company = useCompany();
  const offers = useHandovers({ enabled: true });
  const offering = useOfferHandover();
  const withdrawing = useWithdrawHandover();
  const [chosen, setChosen] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const offer = offers.data?.find(({ companyId, forMe }) => companyId === company?.id && !forMe);
  const others = members.filter(({ role }) => role !== 'owner' && role !== 'viewer');
  const person = others.find(({ userId }) => userId === chosen);

  if (offer) {
    return (
      <Panel title="Hand over">
        <Text>
          You asked <b>{fullNameOf(offer.to)}</b> to take this company over. Until they accept, by{' '}
          {formatDayOf(offer.expiresAt)}, nothing changes.
        </Text>
        <div>
          <Button variant="default" loading={withdrawing.isPending} onClick={() => withdrawing.mutate(offer._id)}>
            Take the offer back
          </Button>
        </div>
      </Panel>
    );
  }
  return (
    <Panel title="Hand over" text="Somebody else becomes the owner once they accept; you become a manager.">
      {others.length === 0 ? (
        <Text size="sm" c="dimmed">
          Invite a manager or a member first: viewers can't own a company.
        </Text>
      ) : (
        <Stack gap="sm">
          <Select
            label="New owner"
            data={others.map((member) => ({ value: member.userId, label: fullNameOf(member) }))}
            value={chosen}
            onChange={setChosen}
            placeholder="Choose a person"
          />
          <div>
            <Button variant="default" disabled={!person} onClick={() => setAsking(true)}>
              Offer the company
            </Button>
          </div>
        </Stack>
      )}
      <ConfirmDialog
        opened={asking}
        question={`Are you sure you want to hand ${company?.name ?? 'this company'} over to ${person ? fullNameOf(person) : 'this person'}? They decide on roles and payment from the moment they accept.`}
        action="Offer the company"
        busy={offering.isPending}
        onConfirm={() => person && offering.mutate(person.userId, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      />
    </Panel>
  );
}
