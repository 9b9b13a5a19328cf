import { NewCompany } from '@anupalan/contract/people/memberships';
import { findNoRoomForCompany } from '@anupalan/domain/members';
import { Anchor, Button, NumberInput, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '../../lib/company/company-link.tsx';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { useSession } from '../../lib/session/session.tsx';
import { STATE_CHOICES } from '../../lib/state-choices.ts';
import { Columns } from '../../ui/columns.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select/select.tsx';
import { useCreateCompany, useMemberships } from './calls.ts';

/** Dialog that makes a further company, or says why the plan has no room for one and what to do (R-companies-22). */
export default function AddCompanyDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const memberships = useMemberships();
  const owned = memberships.data?.filter(({ role }) => role === 'owner').length ?? 0;
  const noRoom = user && findNoRoomForCompany(user.role === 'user' ? 'free' : 'premium', owned);
  return (
    <FormDialog opened title="Add a company" onClose={onClose}>
      {(leave) => {
        if (memberships.isPending) return <Skeleton height={180} role="status" aria-label="Loading your companies…" />;
        return noRoom ? <NoRoom reason={noRoom} /> : <NewCompanyForm onLeave={leave} onDone={onClose} />;
      }}
    </FormDialog>
  );
}

function NoRoom({ reason }: { reason: string }) {
  return (
    <Stack gap="md">
      <Notice title="There is no room for another company">{reason}</Notice>
      <div>
        <Button component={Link} to="/plans">
          See the plans
        </Button>
      </div>
    </Stack>
  );
}

const EMPTY = { companyName: '', state: null as string | null, employeeCount: '' as number | '' };

function NewCompanyForm({ onLeave, onDone }: { onLeave: () => void; onDone: () => void }) {
  const { enterCompany } = useSession();
  const creating = useCreateCompany((membership) => {
    onDone();
    enterCompany(membership);
  });
  const form = useContractForm(NewCompany, { name: 'new-company', initialValues: EMPTY });
  const submit = form.onSubmit((company) => creating.mutate(company, { onError: form.showRefusal }));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">
          You will own it. Its state and size decide which obligations apply; you can change both. You have its file
          from another Anupalan?{' '}
          <Anchor component={Link} to="/company/file" inherit>
            Bring it in
          </Anchor>
          .
        </Text>
        <FormAlert message={messageAboutNoField(creating.error)} />
        <Field
          form={form}
          name="companyName"
          label="Company name"
          size="md"
          required
          autoFocus
          data-autofocus
          autoComplete="organization"
        />
        <Columns>
          <Field
            form={form}
            name="state"
            as={Select}
            label="State"
            size="md"
            required
            data={STATE_CHOICES}
            searchable
            placeholder="Choose or type"
            nothingFoundMessage="No such state"
          />
          <Field
            form={form}
            name="employeeCount"
            as={NumberInput}
            label="Number of employees"
            size="md"
            required
            min={0}
            thousandSeparator=","
            thousandsGroupStyle="lakh"
            allowNegative={false}
          />
        </Columns>
        <FormActions action="Add company" busy={creating.isPending} onCancel={onLeave} />
      </Stack>
    </form>
  );
}
