import {
  type Establishment,
  EstablishmentChanges,
  NewEstablishment,
} from '@anupalan/contract/applicability/establishments';
import type { Company } from '@anupalan/contract/companies';
import { STATES } from '@anupalan/domain/states';
import { NumberInput, Stack } from '@mantine/core';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { toStateChoices } from '../../lib/state-choices.ts';
import { Columns } from '../../ui/columns.tsx';
import { EditButtons } from '../../ui/forms/edit-buttons.tsx';
import { Field, type FormOf } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { Select } from '../../ui/select/select.tsx';
import { useCreateEstablishment, useUpdateEstablishment } from './calls.ts';

type Leave = { onDone: () => void; onCancel: () => void };

/** Form of an establishment: a new one of the company, or the one that is given. */
export function EstablishmentForm(props: Leave & ({ company: Company } | { establishment: Establishment })) {
  return 'company' in props ? <AddForm {...props} /> : <EditForm {...props} />;
}

const STATE_OPTIONS = toStateChoices(STATES);

interface Typed {
  name: string;
  state: string | null;
  city: string;
  employeeCount: number | '';
  [key: string]: unknown;
}

function AddForm({ company, onDone, onCancel }: Leave & { company: Company }) {
  const adding = useCreateEstablishment();
  const form = useContractForm<Typed, NewEstablishment>(NewEstablishment, {
    name: 'establishment',
    initialValues: { name: '', state: company.state === '-' ? null : company.state, city: '', employeeCount: '' },
  });
  const submit = form.onSubmit((typed) => adding.mutate(typed, { onSuccess: onDone, onError: form.showRefusal }));
  return (
    <form onSubmit={submit} noValidate>
      <Fields form={form} failure={messageAboutNoField(adding.error)} />
      <EditButtons saving={adding.isPending} onCancel={onCancel} />
    </form>
  );
}

/** Sends what was changed alone: of the one that follows the profile, the rest goes on following. */
function EditForm({ establishment, onDone, onCancel }: Leave & { establishment: Establishment }) {
  const saving = useUpdateEstablishment(establishment._id);
  const { name, state, city, employeeCount } = establishment;
  const before: Typed = { name, state: state === '-' ? null : state, city, employeeCount };
  const form = useContractForm<Typed, EstablishmentChanges>(EstablishmentChanges, {
    name: 'establishment',
    initialValues: before,
    toPayload: (typed) => Object.fromEntries(Object.entries(typed).filter(([key, value]) => value !== before[key])),
  });
  const submit = form.onSubmit((changes) => {
    if (Object.keys(changes).length === 0) onDone();
    else saving.mutate(changes, { onSuccess: onDone, onError: form.showRefusal });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Fields form={form} failure={messageAboutNoField(saving.error)} />
      <EditButtons saving={saving.isPending} onCancel={onCancel} />
    </form>
  );
}

function Fields({ form, failure }: { form: FormOf<Typed>; failure: string | undefined }) {
  return (
    <Stack gap="md" mb="lg">
      <FormAlert message={failure} />
      <Columns>
        <Field form={form} name="name" label="Name" placeholder="Head office, Plant 2" required data-autofocus />
        <Field
          form={form}
          name="employeeCount"
          as={NumberInput}
          label="Employees there"
          required
          min={1}
          allowDecimal={false}
          thousandSeparator=","
          thousandsGroupStyle="lakh"
        />
        <Field
          form={form}
          name="state"
          as={Select}
          label="State"
          data={STATE_OPTIONS}
          required
          searchable
          openOnFocus={false}
          nothingFoundMessage="No such state"
          placeholder="Choose or type"
        />
        <Field form={form} name="city" label="City" />
      </Columns>
    </Stack>
  );
}
