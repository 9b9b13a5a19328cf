import type { ProfileChanges, User } from '@anupalan/contract/users';
import { can } from '@anupalan/domain/permissions';
import { Stack } from '@mantine/core';
import { useActor } from '../../lib/session/actor.ts';
import { Columns } from '../../ui/columns.tsx';
import { EditButtons } from '../../ui/forms/edit-buttons.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { LastNameField } from '../../ui/people/last-name-field.tsx';
import type { ProfileFormState } from './profile-form-state.ts';

type Props = {
  user: User;
  form: ProfileFormState;
  saving: boolean;
  onSave: (changes: ProfileChanges) => void;
  onCancel: () => void;
};

/** Form for the viewer's own profile (R-users-11). */
export function ProfileForm({ user, form, saving, onSave, onCancel }: Props) {
  const emailChangeable = can(useActor(), 'users.change-own-email');
  return (
    <form onSubmit={form.onSubmit(onSave)} noValidate>
      <Stack gap="md">
        <Columns>
          <Field
            form={form}
            name="firstName"
            label="First name"
            autoFocus
            size="md"
            required
            autoComplete="given-name"
          />
          <LastNameField form={form} oneName={form.useWatchValue('oneName')} />
          <Field
            form={form}
            name="primaryEmail"
            label="Email"
            type="email"
            size="md"
            required
            autoComplete="email"
            readOnly={!emailChangeable}
            hint={emailChangeable ? 'We send a code to a new address' : 'Only its owner can change it'}
          />
          <Field
            form={form}
            name="personalPhone"
            label="Phone number"
            inputMode="tel"
            size="md"
            required={user.personalPhone !== ''}
            autoComplete="tel-national"
          />
        </Columns>
        <EditButtons saving={saving} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
