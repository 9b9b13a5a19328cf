import type { Company } from '@anupalan/contract/companies';
import type { User } from '@anupalan/contract/users';
import { ROLE_BADGES, type Role } from '@anupalan/domain/plans';
import { type StateOrAll, stateLabel } from '@anupalan/domain/states';
import { Badge, Group, Text, Title } from '@mantine/core';
import { IconChevronRight, IconMapPin, IconUserSearch, IconUsers } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'react-router';
import classes from './dashboard-header.module.css';

const BADGE_COLORS: Readonly<Record<Role, string>> = { user: 'blue', premium: 'violet', admin: 'red' };

type Props = {
  user: User /** What the plan of the company gives. */;
  role: Role;
  company: Company | null;
  state: StateOrAll;
};

/** Greeting, account badge, company facts and the link to the job posting (R-tracker-8, R-tracker-9). */
export const DashboardHeader = memo(function DashboardHeader({ user, role, company, state }: Props) {
  return (
    <header className={classes.header}>
      <div className={classes.whose}>
        <Group gap="sm" align="center">
          <Title order={1} size="h2">
            Welcome, {user.firstName.trim() || 'User'}!
          </Title>
          <Badge variant="light" color={BADGE_COLORS[role]} tt="none" size="lg">
            {ROLE_BADGES[role]}
          </Badge>
        </Group>
        {company && (
          <div className={classes.company}>
            <Text component="span" inherit className={classes.fact}>
              <IconMapPin size={16} stroke={1.7} aria-hidden />
              Showing compliance data for {stateLabel(state)}
            </Text>
            <Text component="span" inherit className={classes.fact}>
              <IconUsers size={16} stroke={1.7} aria-hidden />
              Company Size: {company.employeeCount} employees
            </Text>
          </div>
        )}
      </div>
      <Link to="/recruitment/job-posting" className={classes.hiring}>
        <IconUserSearch size={22} stroke={1.7} aria-hidden />
        <span>
          <b>Looking for Perfect Candidates?</b>
          <span className={classes.invitation}>Post your job requirements today</span>
        </span>
        <IconChevronRight size={18} stroke={2} aria-hidden />
      </Link>
    </header>
  );
});
