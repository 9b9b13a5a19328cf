import { Checkbox, Stack, Text } from '@mantine/core';
import { useSession } from '../../lib/session/session.tsx';
import { fullNameOf } from '../../lib/text/person-name.ts';
import { useMembers } from './calls.ts';

type Props = { value: readonly string[]; onChange: (userIds: string[]) => void };

/** Choice of the people who see a complaint besides its recorder (R-events-20). */
export function NamedPeople({ value, onChange }: Props) {
  const { user } = useSession();
  const others = useMembers().data?.filter(({ userId, role }) => userId !== user?._id && role !== 'viewer') ?? [];
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        Who sees it
      </Text>
      <Text size="sm" c="dimmed">
        You, and whom you name here: the committee, or who handles grievances. Nobody else, whatever their role: not the
        owner, no administrator. It can't be changed later.
      </Text>
      {others.map((person) => (
        <Checkbox
          key={person.userId}
          label={fullNameOf(person)}
          checked={value.includes(person.userId)}
          onChange={({ currentTarget }) => {
            const without = value.filter((userId) => userId !== person.userId);
            onChange(currentTarget.checked ? [...without, person.userId] : without);
          }}
        />
      ))}
    </Stack>
  );
}
