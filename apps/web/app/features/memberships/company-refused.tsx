import { MEMBER_ROLE_LABELS } from '@anupalan/domain/members';
import { Alert, Button, Center, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconBuildingOff, IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { searchWith } from '../../lib/company/company-address.ts';
import { useMemberships } from './calls.ts';
import classes from './company-refused.module.css';

/** Page for a company that the person doesn't belong to, or no longer, with those they do (R-pages-38). */
export default function CompanyRefused() {
  const memberships = useMemberships();
  return (
    <Center mih="60vh" px="md" py={48}>
      <div className={classes.page}>
        <Stack align="center" gap="xs" ta="center">
          <IconBuildingOff size={40} stroke={1.4} aria-hidden className={classes.icon} />
          <Title order={1} size="h2">
            You are not a member of this company
          </Title>
          <Text c="dimmed">
            The link may be for somebody else, your time in the company has ended, or its owner has deleted it.
          </Text>
        </Stack>
        {memberships.isPending && <Skeleton height={120} role="status" aria-label="Loading your companies…" />}
        {memberships.isError && (
          <Alert color="red" variant="light" role="alert">
            {memberships.error.message}{' '}
            <Button variant="subtle" size="compact-sm" onClick={() => memberships.refetch()}>
              Try again
            </Button>
          </Alert>
        )}
        {memberships.data && memberships.data.length > 0 && (
          <ul className={classes.companies} aria-label="Your companies">
            {memberships.data.map(({ companyId, companyName, role }) => (
              <li key={companyId}>
                <Link to={{ pathname: '/dashboard', search: searchWith('', companyId) }} className={classes.company}>
                  <span className={classes.words}>
                    <b className={classes.name}>{companyName}</b>
                    <span className={classes.role}>{MEMBER_ROLE_LABELS[role]}</span>
                  </span>
                  <IconChevronRight size={18} stroke={2} aria-hidden />
                </Link>
              </li>
            ))}
          </ul>
        )}
        {memberships.data?.length === 0 && <NoOther />}
      </div>
    </Center>
  );
}

/** The address without a company is that of one's own workspace, which everybody has. */
function NoOther() {
  return (
    <Stack align="center" gap="md">
      <Text c="dimmed">You belong to no other company at the moment.</Text>
      {/* A new document, so that nothing of the company is left. */}
      <Button component="a" href="/dashboard/company-registration">
        Register your company
      </Button>
    </Stack>
  );
}
