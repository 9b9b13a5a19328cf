import type { ProfileChanges, User } from '@anupalan/contract/users';
import { can } from '@anupalan/domain/permissions';
import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useActor } from '../../lib/actor.ts';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { EditButtons } from '../../ui/edit-buttons.tsx';
import type { ProfileFormState } from './profile-form-state.ts';

type Props = {
  user: User;
  form: ProfileFormState;
  saving: boolean;
  onSave: (changes: ProfileChanges) => void;
  onCancel: () => void;
};

/** Edits the viewer's own profile. */
export function ProfileForm({ user, form, saving, onSave, onCancel }: Props) {
  const emailChangeable = can(useActor(), 'users.change-own-email');
  const submit = form.onSubmit(onSave, (faults) => focusFirstFault(form, faults));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            {...form.getInputProps('firstName')}
            key={form.key('firstName')}
            label="First name"
            autoFocus
            size="md"
            required
            autoComplete="given-name"
          />
          <TextInput
            {...form.getInputProps('lastName')}
            key={form.key('lastName')}
            label="Last name"
            size="md"
            required
            autoComplete="family-name"
          />
          <TextInput
            {...form.getInputProps('primaryEmail')}
            key={form.key('primaryEmail')}
            label="Email"
            type="email"
            size="md"
            required
            autoComplete="email"
            readOnly={!emailChangeable}
            description={emailChangeable ? 'We send a code to a new address' : 'Only its owner can change it'}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
          <TextInput
            {...form.getInputProps('personalPhone')}
            key={form.key('personalPhone')}
            label="Phone number"
            type="tel"
            inputMode="numeric"
            size="md"
            required={user.personalPhone !== ''}
            autoComplete="tel-national"
          />
        </SimpleGrid>
        <EditButtons saving={saving} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
