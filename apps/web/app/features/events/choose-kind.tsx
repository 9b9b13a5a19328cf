import type { EventKind } from '@anupalan/contract/events/kinds';
import { Stack, Text, TextInput, Title, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { useEventKinds } from './calls.ts';
import classes from './events.module.css';
import { describeOpens, groupKinds } from './group-kinds.ts';

/** Choice of what happened: in groups, with a search, and with what each may open (R-events-22). */
export function ChooseKind({ onChoose }: { onChoose: (kind: EventKind) => void }) {
  const { data, isPending, refetch } = useEventKinds();
  const [search, setSearch] = useState('');
  if (!data) return <LoadingPanel what="kinds of events" failed={!isPending} onRetry={refetch} />;
  const groups = groupKinds(data, search);
  return (
    <Stack gap="lg">
      <TextInput
        type="search"
        aria-label="Search what happened"
        placeholder="Search, such as accident or notice"
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        data-autofocus
      />
      {groups.length === 0 && <Text c="dimmed">Nothing matches “{search}”.</Text>}
      {groups.map(({ name, kinds }) => (
        <section key={name} aria-label={name}>
          <Title order={3} size="h6" c="dimmed" mb={6}>
            {name}
          </Title>
          <ul className={classes.kinds}>
            {kinds.map((kind) => (
              <li key={kind.key}>
                <UnstyledButton className={classes.kind} onClick={() => onChoose(kind)}>
                  <span className={classes.kindName}>{kind.name}</span>
                  <span className={classes.about}>{kind.description}</span>
                  <span className={classes.opens}>{describeOpens(kind)}</span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Stack>
  );
}
