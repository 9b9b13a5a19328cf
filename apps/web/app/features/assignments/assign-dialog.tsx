import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { AssignmentChange } from '@anupalan/contract/people/assignments';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { fullNameOf } from '../../lib/text/person-name.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Select } from '../../ui/select/select.tsx';
import { AS_IT_IS, type AssignFormState, NOBODY, toAssignmentChange } from './assign-form-state.ts';
import { useChangeAssignments } from './calls.ts';
import { useColleagues } from './use-colleagues.ts';

type Props = {
  /** Chosen items; without any it is about an act or the company. */
  items: readonly Pick<ComplianceItem, '_id' | 'title'>[];
  acts: readonly { readonly value: string; readonly label: string }[];
  /** The act that it is about at first; otherwise the items, else the company. */
  actId?: string | undefined;
  onClose: () => void;
};

/** Dialog that says who is responsible, deputy and checker of the chosen items, an act or the company (R-checks-19). */
export default function AssignDialog(props: Props) {
  return (
    <FormDialog opened title="Assign" onClose={props.onClose}>
      {(leave) => <AssignForm {...props} onLeave={leave} />}
    </FormDialog>
  );
}

function AssignForm({ items, acts, actId, onClose, onLeave }: Props & { onLeave: () => void }) {
  const colleagues = useColleagues();
  const change = useChangeAssignments();
  const initialValues: AssignFormState = {
    about: actId ?? (items.length > 0 ? 'items' : 'company'),
    responsible: AS_IT_IS,
    deputy: AS_IT_IS,
    checker: AS_IT_IS,
    evidence: AS_IT_IS,
  };
  const itemIds = items.map(({ _id }) => _id);
  const form = useContractForm(AssignmentChange, {
    name: 'assign',
    initialValues,
    toPayload: (typed) => toAssignmentChange(typed, itemIds),
  });
  const people = (colleagues?.people ?? []).map((person) => ({ value: person.userId, label: fullNameOf(person) }));
  const choices = [
    { value: AS_IT_IS, label: 'Leave as it is' },
    ...people,
    { value: NOBODY, label: 'Nobody of its own' },
  ];
  const submit = form.onSubmit((body) => change.mutate(body, { onSuccess: onClose, onError: form.showRefusal }));
  const person = { form, as: Select, data: choices, allowDeselect: false, searchable: true } as const;

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Field form={form} as={Select} name="about" label="For" data={listAbout(items, acts)} allowDeselect={false} />
        <Field {...person} name="responsible" label="Responsible" />
        <Field
          {...person}
          name="deputy"
          label="Deputy"
          hint="Has it under My work while the responsible person is away"
        />
        <Field
          {...person}
          name="checker"
          label="Checker"
          hint="Done, Not To Do and Not Applicable count once this person has approved them"
        />
        <Field
          form={form}
          as={Select}
          name="evidence"
          label="Evidence"
          allowDeselect={false}
          data={[
            { value: AS_IT_IS, label: 'Leave as it is' },
            { value: 'yes', label: 'Nothing is done without evidence' },
            { value: 'no', label: 'Not required' },
            { value: NOBODY, label: 'As its act or company says' },
          ]}
        />
        <Text size="sm" c="dimmed">
          An item’s own people come before those of its act, and those before the company’s.
        </Text>
        <Group gap="sm">
          <Button type="submit" loading={change.isPending}>
            Save
          </Button>
          <Button variant="default" disabled={change.isPending} onClick={onLeave}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function listAbout(items: Props['items'], acts: Props['acts']) {
  const [first] = items;
  const chosen = items.length === 1 && first ? first.title : `The ${items.length} chosen items`;
  return [
    ...(items.length > 0 ? [{ value: 'items', label: chosen }] : []),
    { value: 'company', label: 'The whole company, unless said otherwise' },
    ...acts.map(({ value, label }) => ({ value, label: `All of ${label}` })),
  ];
}
