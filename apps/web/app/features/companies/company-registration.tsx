import { CompanyForm } from '@anupalan/contract/companies';
import { Button, Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Navigate } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { FormCard } from '../../ui/form-card.tsx';
import { FormSection } from '../../ui/form-section.tsx';
import { Loading } from '../../ui/loading.tsx';
import { SuccessPanel } from '../../ui/success-panel.tsx';
import { RedirectSoon } from '../auth/redirect-soon.tsx';
import { AdditionalFields, BasicFields } from './company-fields.tsx';
import { useCompanyForm } from './company-form-state.ts';
import { useOwnCompany } from './get-own-company.ts';
import { useRegisterCompany } from './register-company.ts';
import { faultsOfStep, REGISTRATION_STEPS, type RegistrationStep, stepOfFaults } from './registration-steps.ts';

/** Specification 1, section 9. */
const REDIRECT_MS = 2_000;

/** Registers the workspace's company in two steps; who has one is on the dashboard (specification 1, section 2). */
export function CompanyRegistration() {
  const company = useOwnCompany();
  const form = useCompanyForm(CompanyForm);
  const registration = useRegisterCompany();
  const [step, setStep] = useState<RegistrationStep>(0);

  if (company.isPending) return <Loading />;
  if (registration.isSuccess) {
    return (
      <FormCard title="Registration Successful!">
        <SuccessPanel text="Redirecting you to dashboard..." />
        <RedirectSoon to="/dashboard" afterMs={REDIRECT_MS} />
      </FormCard>
    );
  }
  if (company.data && !registration.isPending) return <Navigate to="/dashboard" replace />;

  function showFaults(faults: Readonly<Record<string, string>>) {
    flushSync(() => {
      setStep(stepOfFaults(faults));
      form.setErrors(faults);
    });
    focusFirstFault(form, faults);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const faults = faultsOfStep(step, form.validate().errors);
    form.setErrors(faults);
    if (Object.keys(faults).length > 0) focusFirstFault(form, faults);
    else if (step === 0) setStep(1);
    else registration.mutate(form.getTransformedValues(), { onError: (error) => showFaults(faultsOf(error)) });
  }

  const { title } = REGISTRATION_STEPS[step];
  const refused = registration.error && Object.keys(faultsOf(registration.error)).length === 0;
  return (
    <FormCard wide title="Register your company" text="Its state and size decide which obligations apply.">
      <form onSubmit={submit} noValidate>
        <Stack gap="xl">
          <div>
            <Text size="sm" c="dimmed" mb={6}>
              Step {step + 1} of {REGISTRATION_STEPS.length}
            </Text>
            <Progress value={(100 * (step + 1)) / REGISTRATION_STEPS.length} aria-label="Registration progress" />
          </div>
          <FormAlert message={refused ? registration.error.message : undefined} />
          <FormSection key={title} title={title}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {step === 0 ? <BasicFields form={form} /> : <AdditionalFields form={form} autoFocus />}
            </SimpleGrid>
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

function faultsOf(error: Error): Readonly<Record<string, string>> {
  return error instanceof ApiError ? error.faults : {};
}
