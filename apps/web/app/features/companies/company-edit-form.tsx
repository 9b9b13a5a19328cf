import { type Company, companyChanges } from '@anupalan/contract/companies';
import { Stack } from '@mantine/core';
import toast from 'react-hot-toast';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { Columns } from '../../ui/columns.tsx';
import { EditButtons } from '../../ui/forms/edit-buttons.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { useUpdateOwnCompany } from './calls.ts';
import { AdditionalFields, BasicFields } from './company-fields.tsx';
import { useCompanyForm } from './company-form-state.ts';

export function CompanyEditForm({ company, onClose }: { company: Company; onClose: () => void }) {
  const form = useCompanyForm(companyChanges(company), company);
  const saving = useUpdateOwnCompany();
  const submit = form.onSubmit((changes) =>
    saving.mutate(changes, {
      onSuccess: () => {
        toast.success('Company profile updated successfully');
        onClose();
      },
      onError: form.showRefusal,
    }),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormAlert message={messageAboutNoField(saving.error)} />
        <Columns>
          <BasicFields
            form={form}
            phoneRequired={company.companyPhone !== ''}
            emailRequired={company.companyEmail !== ''}
          />
          <AdditionalFields form={form} />
        </Columns>
        <EditButtons saving={saving.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
