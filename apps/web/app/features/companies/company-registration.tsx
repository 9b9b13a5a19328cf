import { CompanyForm } from '@anupalan/contract/companies';
import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Navigate } from 'react-router';
import { Link } from '../../lib/company/company-link.tsx';
import { faultsOf, messageAboutNoField } from '../../lib/forms/faults.ts';
import { Columns } from '../../ui/columns.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { FormCard } from '../../ui/forms/form-card.tsx';
import { FormSection } from '../../ui/forms/form-section.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { Loading } from '../../ui/pages/loading.tsx';
import { RedirectSoon } from '../../ui/pages/redirect-soon.tsx';
import { SuccessPanel } from '../../ui/pages/success-panel.tsx';
import { useOwnCompany, useRegisterCompany } from './calls.ts';
import { AdditionalFields, BasicFields } from './company-fields.tsx';
import { useCompanyForm } from './company-form-state.ts';
import { faultsOfStep, REGISTRATION_STEPS, type RegistrationStep, stepOfFaults } from './registration-steps.ts';

const TITLE = 'Register your company';

/** Time to read "Registration Successful!" (R-companies-7). */
const REDIRECT_MS = 2_000;

/** Company registration in two steps; users with a company are sent to the dashboard (R-companies-6). */
export function CompanyRegistration() {
  const company = useOwnCompany();
  const form = useCompanyForm(CompanyForm);
  const registration = useRegisterCompany();
  const [step, setStep] = useState<RegistrationStep>(0);

  if (company.isPending) return <Loading />;
  // Nobody fills in a form for a company that could not be loaded.
  if (company.data === undefined) {
    return (
      <FormCard wide title={TITLE}>
        <LoadingPanel what="company" failed onRetry={company.refetch} />
      </FormCard>
    );
  }
  if (registration.isSuccess) {
    return (
      <FormCard title="Registration Successful!">
        <SuccessPanel text="Redirecting you to dashboard..." />
        <RedirectSoon to="/dashboard" afterMs={REDIRECT_MS} />
      </FormCard>
    );
  }
  if (company.data && !registration.isPending) return <Navigate to="/dashboard" replace />;

  function showRefusal(error: Error) {
    const faults = faultsOf(error);
    // Synchronously, because only a field that is on the screen can be focused.
    flushSync(() => setStep(stepOfFaults(faults)));
    form.showFaults(faults);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const faults = faultsOfStep(step, form.validate().errors);
    form.showFaults(faults);
    if (Object.keys(faults).length > 0) return;
    if (step === 0) setStep(1);
    else registration.mutate(form.getTransformedValues(), { onError: showRefusal });
  }

  const { title } = REGISTRATION_STEPS[step];
  return (
    <FormCard wide title={TITLE} text="Its state and size decide which obligations apply.">
      <form onSubmit={submit} noValidate>
        <Stack gap="xl">
          <div>
            <Text size="sm" c="dimmed" mb={6}>
              Step {step + 1} of {REGISTRATION_STEPS.length}
            </Text>
            <Progress value={(100 * (step + 1)) / REGISTRATION_STEPS.length} aria-label="Registration progress" />
          </div>
          {step === 0 && (
            <Text size="sm" c="dimmed">
              You have the file of a company from another Anupalan?{' '}
              <Anchor component={Link} to="/company/file" inherit>
                Bring it in
              </Anchor>
              .
            </Text>
          )}
          <FormAlert message={messageAboutNoField(registration.error)} />
          <FormSection key={title} title={title}>
            <Columns>{step === 0 ? <BasicFields form={form} /> : <AdditionalFields form={form} autoFocus />}</Columns>
          </FormSection>
          <Group justify="flex-end">
            {step === 1 && (
              <Button variant="default" size="md" onClick={() => setStep(0)} disabled={registration.isPending}>
                Back
              </Button>
            )}
            <Button type="submit" size="md" loading={registration.isPending}>
              {step === 0 ? 'Next' : 'Register Company'}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormCard>
  );
}
