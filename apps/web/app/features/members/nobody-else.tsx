import { PEOPLE_LIMITS } from '@anupalan/domain/members';
import { Button, Text, Title } from '@mantine/core';
import { IconUserPlus, IconUsersGroup } from '@tabler/icons-react';
import type { TabCompany } from '../../lib/session/company.ts';
import classes from './nobody-else.module.css';

/** Invitation to invite somebody, for who works alone (R-pages-40). */
export function NobodyElse({ company, onInvite }: { company: TabCompany; onInvite: () => void }) {
  return (
    <section className={classes.panel} aria-labelledby="nobody-else">
      <span className={classes.icon}>
        <IconUsersGroup size={30} stroke={1.5} aria-hidden />
      </span>
      <Title order={2} size="h4" id="nobody-else">
        You work on this alone so far
      </Title>
      <Text c="dimmed" maw={460}>
        Invite a deputy who records, a manager who checks, or an auditor who only reads. They see what you see, at once.
      </Text>
      <Button size="md" leftSection={<IconUserPlus size={18} stroke={1.8} aria-hidden />} onClick={onInvite}>
        Invite a colleague
      </Button>
      <Text size="sm" c="dimmed">
        {company.plan === 'free'
          ? `The Free plan covers ${PEOPLE_LIMITS.free} people; viewers don't count.`
          : `Premium covers ${PEOPLE_LIMITS.premium} people; viewers don't count.`}
      </Text>
    </section>
  );
}
