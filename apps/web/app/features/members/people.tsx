import { can } from '@anupalan/domain/permissions';
import { Anchor, Button, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Navigate } from 'react-router';
import { Link } from '../../lib/company/company-link.tsx';
import { useActor } from '../../lib/session/actor.ts';
import { useCompany } from '../../lib/session/company.ts';
import { HandOver } from '../handovers/hand-over.tsx';
import { HandoverOffers } from '../handovers/handover-offers.tsx';
import { useInvitations } from '../invitations/calls.ts';
import { PendingInvitations } from '../invitations/pending-invitations.tsx';
import { AddCompany } from '../memberships/add-company.tsx';
import { DeleteCompany } from '../memberships/delete-company.tsx';
import { PayerPanel } from '../payers/payer-panel.tsx';
import { PayerRequest } from '../payers/payer-request.tsx';
import { useMembers } from './calls.ts';
import { LeaveCompany } from './leave-company.tsx';
import { MemberList } from './member-list.tsx';
import { NobodyElse } from './nobody-else.tsx';
import classes from './people.module.css';
import { WhoDoesWhat } from './who-does-what.tsx';

const InviteDialog = lazy(() => import('../invitations/invite-dialog.tsx'));

const NotedPeople = lazy(() => import('../invitations/noted-people.tsx'));

const CompanyMail = lazy(() => import('../messages/company-mail.tsx'));

/** Page of a company's people: who belongs to it as what, who is invited, who owns and pays for it (R-members-3). */
export function People() {
  const actor = useActor();
  const company = useCompany();
  const manages = can(actor, 'invitations.list');
  const members = useMembers();
  const invitations = useInvitations({ enabled: manages });
  const [inviting, { open, close }] = useDisclosure(false);
  if (!company || !actor) return <Navigate to="/company-registration" replace />;
  const isAlone = members.data?.length === 1 && (!manages || invitations.data?.length === 0);

  return (
    <div className={classes.page}>
      <div className={classes.heading}>
        <div>
          <Title order={1} size="h2">
            People
          </Title>
          <Text c="dimmed">Who works on {company.name}, and as what.</Text>
          {!isAlone && (
            <Anchor component={Link} to="/company/activity" size="sm">
              What was done, and by whom
            </Anchor>
          )}
        </div>
        {manages && !isAlone && (
          <Button leftSection={<IconUserPlus size={18} stroke={1.8} aria-hidden />} onClick={open}>
            Invite a colleague
          </Button>
        )}
      </div>
      <HandoverOffers />
      <PayerRequest />
      <div className={classes.columns}>
        <div className={classes.column}>
          {isAlone && manages && <NobodyElse company={company} onInvite={open} />}
          <MemberList members={members} actor={actor} />
          {company.people > 1 && <WhoDoesWhat />}
          {manages && !isAlone && <PendingInvitations invitations={invitations} />}
          {manages && (
            <Suspense>
              <NotedPeople />
            </Suspense>
          )}
        </div>
        <div className={classes.column}>
          {can(actor, 'companies.read-payer') && <PayerPanel members={members.data ?? []} />}
          {can(actor, 'messages.change-defaults') && !isAlone && (
            <Suspense>
              <CompanyMail />
            </Suspense>
          )}
          {can(actor, 'handovers.offer') && members.data && !isAlone && <HandOver members={members.data} />}
          {can(actor, 'members.leave') && <LeaveCompany company={company} />}
          {can(actor, 'companies.create') && <AddCompany />}
          {can(actor, 'companies.delete') && <DeleteCompany company={company} />}
        </div>
      </div>
      {inviting && (
        <Suspense>
          <InviteDialog company={company} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
