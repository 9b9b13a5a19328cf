import type { Company } from '@anupalan/contract/companies';
import type { User } from '@anupalan/contract/users';
import { ROLE_BADGES, type Role } from '@anupalan/domain/plans';
import { type StateOrAll, stateLabel } from '@anupalan/domain/states';
import { Badge, Group, Text, Title } from '@mantine/core';
import { IconMapPin, IconUsers } from '@tabler/icons-react';
import classes from './dashboard-header.module.css';

const BADGE_COLORS: Readonly<Record<Role, string>> = { user: 'blue', premium: 'violet', admin: 'red' };

type Props = { user: User; company: Company | null; state: StateOrAll };

/** The greeting, and whose obligations these are (specification 2, section 2, "Dashboard"). */
export function DashboardHeader({ user, company, state }: Props) {
  return (
    <header className={classes.header}>
      <Group gap="sm" align="center">
        <Title order={1} size="h2">
          Welcome, {user.firstName.trim() || 'User'}!
        </Title>
        <Badge variant="light" color={BADGE_COLORS[user.role]} tt="none" size="lg">
          {ROLE_BADGES[user.role]}
        </Badge>
      </Group>
      {company && (
        <div className={classes.company}>
          <Text component="span" inherit className={classes.fact ?? ''}>
            <IconMapPin size={16} stroke={1.7} aria-hidden />
            Showing compliance data for {stateLabel(state)}
          </Text>
          <Text component="span" inherit className={classes.fact ?? ''}>
            <IconUsers size={16} stroke={1.7} aria-hidden />
            Company Size: {company.employeeCount} employees
          </Text>
        </div>
      )}
    </header>
  );
}
