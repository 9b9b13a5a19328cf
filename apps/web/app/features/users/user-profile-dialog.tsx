import type { Company } from '@anupalan/contract/companies';
import type { User } from '@anupalan/contract/users';
import { ROLE_LABELS } from '@anupalan/domain/plans';
import { stateLabel } from '@anupalan/domain/states';
import { Skeleton, Stack, Text } from '@mantine/core';
import { fullNameOf } from '../../lib/text/person-name.ts';
import { formatDayOf } from '../../lib/time/dates.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { type Fact, Facts } from '../../ui/lists/facts.tsx';
import { useCompanyOfUser } from '../companies/calls.ts';
import { OwnerlessCompanies } from '../handovers/ownerless-companies.tsx';
import { PasskeysOfUser } from '../passkeys/passkeys-of-user.tsx';
import { PaymentsOfUser } from '../payments/payments-of-user.tsx';
import { UserAccess } from './access/user-access.tsx';
import { USER_STATUS_LABELS } from './user-status-badge.tsx';

/** User with company and payments (R-users-15), closed while `user` is null. */
export function UserProfileDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  return (
    <Dialog opened={user !== null} onClose={onClose} size={560} title={user ? `Profile of ${fullNameOf(user)}` : ''}>
      {user && (
        <Stack gap="xl" px={{ base: 16, sm: 24 }} py="lg">
          <Facts title="Personal Information" facts={describeUser(user)} />
          <UserAccess user={user} />
          <CompanyInformation userId={user._id} />
          <OwnerlessCompanies userId={user._id} name={fullNameOf(user)} />
          <PaymentsOfUser userId={user._id} />
          <PasskeysOfUser userId={user._id} />
        </Stack>
      )}
    </Dialog>
  );
}

function CompanyInformation({ userId }: { userId: string }) {
  const { data: company, error } = useCompanyOfUser(userId);
  if (company) return <Facts title="Company Information" facts={describeCompany(company)} />;
  return (
    <Facts title="Company Information" facts={[]}>
      {company === undefined && !error && (
        <Skeleton height={120} radius="md" aria-label="Loading company…" role="status" />
      )}
      {company === null && <Text c="dimmed">No company registered yet.</Text>}
      {error && <Text role="alert">{error.message}</Text>}
    </Facts>
  );
}

function describeUser(user: User): Fact[] {
  return [
    ['Name', fullNameOf(user)],
    ['Email', user.primaryEmail],
    ['Phone', user.personalPhone],
    ['Role', ROLE_LABELS[user.role]],
    ['Status', USER_STATUS_LABELS[user.status]],
    ['Joined', formatDayOf(user.createdAt)],
  ];
}

function describeCompany(company: Company): Fact[] {
  return [
    ['Company name', company.companyName],
    ['Employees', company.employeeCount.toLocaleString('en-IN')],
    ['Phone', company.companyPhone],
    ['Email', company.companyEmail],
    ['Designation', company.designation],
    ['Industry', company.industry],
    ['Website', company.companyWebsite],
    ['City', company.city],
    ['State', stateLabel(company.state)],
    ['Additional states', company.additionalStates.map(stateLabel).join(', ')],
    ['Country', company.country],
  ];
}
