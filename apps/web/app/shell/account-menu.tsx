import type { User } from '@anupalan/contract/users';
import { can } from '@anupalan/domain/permissions';
import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { Link } from '../lib/company/company-link.tsx';
import { actorFor, useActor } from '../lib/session/actor.ts';
import { useCompany } from '../lib/session/company.ts';
import { useSession } from '../lib/session/session.tsx';
import { fullNameOf, initialsOf } from '../lib/text/person-name.ts';
import { ACCOUNT_LINKS } from './site-links.ts';

export default function AccountMenu({ user }: { user: User }) {
  const { signOut, member } = useSession();
  const actor = useActor();
  const name = fullNameOf(user);
  const company = useCompany();
  const isAlone = company === null || (company.role === 'owner' && company.people < 2);
  const hasClients = (member?.companies ?? 1) > 1;
  const links = ACCOUNT_LINKS.filter(
    ({ needs, withOthers, withClients }) =>
      (!needs || can(actorFor(actor, member?.role ?? null, needs), needs)) &&
      !(withOthers && isAlone) &&
      !(withClients && isAlone && !hasClients),
  );
  return (
    // Menu inside the bar, where screen readers expect it, with nothing to focus but its items.
    <Menu position="bottom-end" width={240} shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton aria-label={`Account menu of ${name}, ${initialsOf(user)}`}>
          <Avatar component="span" color="ink" radius="xl" size={36}>
            {initialsOf(user)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text component="span" display="block" size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {name}
          </Text>
          <Text component="span" display="block" size="xs" truncate>
            {user.primaryEmail}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        {links.map(({ label, to }) => (
          <Menu.Item key={to} component={Link} to={to}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} />} onClick={signOut}>
          Sign Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
