import { can } from '@anupalan/domain/permissions';
import { Button, Group } from '@mantine/core';
import { useActor } from '../../lib/session/actor.ts';
import { useCompany } from '../../lib/session/company.ts';
import { Notice } from '../../ui/notice.tsx';
import { useAcceptPayer, useEndPayer, usePayer } from './calls.ts';

/** Question to the person whether they pay for the company, as its owner asked (R-members-62). */
export function PayerRequest() {
  const actor = useActor();
  const company = useCompany();
  const payer = usePayer({ enabled: can(actor, 'companies.read-payer') });
  const accepting = useAcceptPayer();
  const refusing = useEndPayer();
  const busy = accepting.isPending || refusing.isPending;
  if (!payer.data?.asked?.forMe || !can(actor, 'companies.accept-payer')) return null;
  return (
    <div>
      <Notice title={`Pay for ${company?.name ?? 'this company'}?`}>
        Its owner asks you to. It comes under your Premium plan, at no further cost; you can stop at any time.
      </Notice>
      <Group gap="xs" mt="xs">
        <Button size="xs" loading={accepting.isPending} disabled={busy} onClick={() => accepting.mutate()}>
          Yes, I pay
        </Button>
        <Button size="xs" variant="default" disabled={busy} onClick={() => refusing.mutate()}>
          No, thank you
        </Button>
      </Group>
    </div>
  );
}
