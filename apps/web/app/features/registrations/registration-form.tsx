import { NewRegistration, type Registration } from '@anupalan/contract/company/registrations';
import { REGISTRATION_KINDS, type RegistrationKind, registrationLabel } from '@anupalan/domain/registrations/kinds';
import { numberExample } from '@anupalan/domain/registrations/numbers';
import { ALL_STATES, STATES } from '@anupalan/domain/states';
import { NumberInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { toStateChoices } from '../../lib/state-choices.ts';
import { Columns } from '../../ui/columns.tsx';
import { EditButtons } from '../../ui/forms/edit-buttons.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { FormDayInput } from '../../ui/forms/form-day-input.tsx';
import { Select } from '../../ui/select/select.tsx';
import { useAddRegistration, useChangeRegistration, useEstablishments } from './calls.ts';

type Typed = {
  kind: RegistrationKind | null;
  number: string;
  state: string | null;
  establishmentId: string | null;
  authority: string;
  from: string;
  until: string;
  ceiling: number | string;
  renewalFiledOn: string;
};

const EMPTY: Typed = {
  kind: null,
  number: '',
  state: null,
  establishmentId: null,
  authority: '',
  from: '',
  until: '',
  ceiling: '',
  renewalFiledOn: '',
};

const KIND_CHOICES = REGISTRATION_KINDS.map((value) => ({ value, label: registrationLabel(value) }));

const STATE_CHOICES = toStateChoices(STATES);

/** Kinds whose papers name the most workers that they are for. */
const WITH_CEILING: readonly (RegistrationKind | null)[] = ['factory', 'contract-labour', 'shops'];

type Props = {
  /** Null adds one. */
  registration: Registration | null;
  onDone: () => void;
  onCancel: () => void;
};

/** Form of a registration (R-registrations-1). A change sends what differs, so that a later last day renews it. */
export function RegistrationForm({ registration, onDone, onCancel }: Props) {
  const [start] = useState(() => (registration ? typedOf(registration) : EMPTY));
  const add = useAddRegistration();
  const change = useChangeRegistration();
  const saving = registration ? change : add;
  const form = useContractForm(NewRegistration, { name: 'registration', mode: 'controlled', initialValues: start });
  const [kind, setKind] = useState(start.kind);
  const [expires, setExpires] = useState(start.until !== '');
  const establishments = useEstablishments().data ?? [];

  const submit = form.onSubmit((sent) => {
    const handlers = { onSuccess: onDone, onError: form.showRefusal };
    if (registration) change.mutate({ id: registration._id, changes: listChanges(start, form.getValues()) }, handlers);
    else add.mutate(sent, handlers);
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormAlert message={messageAboutNoField(saving.error)} />
        <Field
          form={form}
          name="kind"
          as={Select<string>}
          label="Kind"
          required
          data={KIND_CHOICES}
          onChange={(chosen: string | null) => {
            const found = REGISTRATION_KINDS.find((one) => one === chosen) ?? null;
            form.setFieldValue('kind', found);
            setKind(found);
          }}
          searchable
          openOnFocus={false}
          allowDeselect={false}
          nothingFoundMessage="No such kind"
          placeholder="Choose or type"
        />
        <Field form={form} name="number" label="Number" hint={exampleFor(kind)} required autoComplete="off" />
        <Columns>
          <Field
            form={form}
            name="state"
            as={Select<string>}
            label="State"
            hint="If it is for one state"
            data={STATE_CHOICES}
            searchable
            clearable
            openOnFocus={false}
            nothingFoundMessage="No such state"
          />
          <Field form={form} name="authority" label="Authority" hint="Who gave it" />
        </Columns>
        {(establishments.length > 1 || start.establishmentId) && (
          <Field
            form={form}
            name="establishmentId"
            as={Select<string>}
            label="Establishment"
            data={establishments.map(({ _id, name }) => ({ value: _id, label: name }))}
            clearable
          />
        )}
        <Columns>
          <Field form={form} name="from" as={FormDayInput} label="First day" />
          <Field
            form={form}
            name="until"
            as={FormDayInput}
            label="Last day"
            hint={kind === 'fssai' ? 'Perpetual since 2026: leave it empty' : 'Leave it empty if it does not expire'}
            onChange={(day: string) => {
              form.setFieldValue('until', day);
              setExpires(day !== '');
            }}
          />
        </Columns>
        {(WITH_CEILING.includes(kind) || start.ceiling !== '') && (
          <Field
            form={form}
            name="ceiling"
            as={NumberInput}
            label="Workers at most"
            hint="The number that it is given for"
            min={1}
            thousandSeparator=","
            thousandsGroupStyle="lakh"
          />
        )}
        {registration && (expires || start.renewalFiledOn !== '') && (
          <Field
            form={form}
            name="renewalFiledOn"
            as={FormDayInput}
            label="Renewal filed on"
            hint="Ends the alarm. Enter the new last day when you have the new paper."
          />
        )}
        <EditButtons saving={saving.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

function exampleFor(kind: RegistrationKind | null): string | undefined {
  const example = kind && numberExample(kind);
  return example ? `Such as ${example}` : undefined;
}

function typedOf(one: Registration): Typed {
  return {
    kind: one.kind,
    number: one.number,
    state: one.state === ALL_STATES ? null : one.state,
    establishmentId: one.establishmentId,
    authority: one.authority,
    from: one.from?.slice(0, 10) ?? '',
    until: one.until?.slice(0, 10) ?? '',
    ceiling: one.ceiling ?? '',
    renewalFiledOn: one.renewalFiledOn?.slice(0, 10) ?? '',
  };
}

/** Differences between what the form began with and what it has; they were checked with the whole. */
function listChanges(before: Typed, { kind, ...after }: Typed) {
  const { kind: kindBefore, ...others } = before;
  const changed = Object.entries(after).filter(([name, value]) =>
    Object.entries(others).some(([n, v]) => n === name && v !== value),
  );
  return { ...Object.fromEntries(changed), ...(kind && kind !== kindBefore && { kind }) };
}
