import type { PlanState } from '@anupalan/contract/payments';
import { can } from '@anupalan/domain/permissions';
import { ROLE_LABELS, type Role } from '@anupalan/domain/plans';
import { Alert, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '../../lib/company/company-link.tsx';
import { useActor } from '../../lib/session/actor.ts';
import { formatDayOf } from '../../lib/time/dates.ts';
import { FactList } from '../../ui/lists/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useOwnPayments } from '../payments/calls.ts';
import { PaymentList } from '../payments/payment-list.tsx';
import { DowngradeButton } from './downgrade-button.tsx';
import { RenewButton } from './renew-button.tsx';

/**
 * Plan of the viewer and its payments (R-payments-18); an impersonating administrator doesn't see payments
 * (R-users-27).
 */
export function PlanPanel({ role }: { role: Role }) {
  const actor = useActor();
  const payments = useOwnPayments({ enabled: can(actor, 'payments.read-own') });
  return (
    <Panel title="Plan">
      <div>
        <Badge variant="light" tt="none" size="lg">
          {ROLE_LABELS[role]}
        </Badge>
      </div>
      {payments.isLoading && <Skeleton height={88} aria-label="Loading payments…" role="status" />}
      {payments.isError && (
        <Alert color="red" variant="light" role="alert">
          {payments.error.message}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => payments.refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {payments.data && can(actor, 'payments.read-own') && <PlanDetails role={role} state={payments.data} />}
    </Panel>
  );
}

function PlanDetails({ role, state }: { role: Role; state: PlanState }) {
  const actor = useActor();
  if (role === 'admin') return <Text c="dimmed">Administrators have every feature.</Text>;
  return (
    <>
      {role === 'premium' && <PaidTime state={state} />}
      <Group gap="xs">
        {role === 'user' && (
          <Button component={Link} to="/plans">
            Upgrade to Premium
          </Button>
        )}
        {state.renewalOpen && <RenewButton />}
        {role === 'premium' && can(actor, 'plans.downgrade') && <DowngradeButton />}
      </Group>
      {(role === 'premium' || state.payments.length > 0) && (
        <Stack gap="xs">
          <Text fw={600}>Payments</Text>
          <PaymentList payments={state.payments} />
        </Stack>
      )}
    </>
  );
}

function PaidTime({ state: { period, fallsBackAt, renewalOpen } }: { state: PlanState }) {
  if (!period || !fallsBackAt) return <Text c="dimmed">Given by an administrator, without an end.</Text>;
  const isOver = Temporal.Instant.compare(Temporal.Now.instant(), Temporal.Instant.from(period.endsAt)) >= 0;
  return (
    <>
      <FactList facts={[['Current period', `${formatDayOf(period.startsAt)} to ${formatDayOf(period.endsAt)}`]]} />
      {isOver && (
        <Notice title="Your Premium month has ended">
          Renew it by {formatDayOf(fallsBackAt)}; after that you are a {ROLE_LABELS.user} again. Nothing you recorded is
          lost.
        </Notice>
      )}
      {!isOver && renewalOpen && <Text>Your Premium month ends soon. Renewing adds a month to it.</Text>}
    </>
  );
}
