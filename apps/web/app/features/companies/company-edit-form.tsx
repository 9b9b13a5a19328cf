import { type Company, companyChanges } from '@anupalan/contract/companies';
import { SimpleGrid, Stack } from '@mantine/core';
import toast from 'react-hot-toast';
import { ApiError } from '../../lib/api.ts';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { EditButtons } from '../../ui/edit-buttons.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { AdditionalFields, BasicFields } from './company-fields.tsx';
import { useCompanyForm } from './company-form-state.ts';
import { useUpdateOwnCompany } from './update-own-company.ts';

/** Edits a company in place. */
export function CompanyEditForm({ company, onClose }: { company: Company; onClose: () => void }) {
  const form = useCompanyForm(companyChanges(company), company);
  const saving = useUpdateOwnCompany();
  const faults = saving.error instanceof ApiError ? saving.error.faults : {};

  function showFailure(error: Error) {
    if (!(error instanceof ApiError)) return;
    form.setErrors(error.faults);
    focusFirstFault(form, error.faults);
  }

  const submit = form.onSubmit(
    (changes) =>
      saving.mutate(changes, {
        onSuccess: () => {
          toast.success('Company profile updated successfully');
          onClose();
        },
        onError: showFailure,
      }),
    (wrong) => focusFirstFault(form, wrong),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormAlert message={Object.keys(faults).length === 0 ? saving.error?.message : undefined} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <BasicFields
            form={form}
            phoneRequired={company.companyPhone !== ''}
            emailRequired={company.companyEmail !== ''}
          />
          <AdditionalFields form={form} />
        </SimpleGrid>
        <EditButtons saving={saving.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
