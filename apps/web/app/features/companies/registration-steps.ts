/** Registration steps and the fields that each asks for (R-companies-6). */
export const REGISTRATION_STEPS = [
  {
    title: 'Basic Info',
    fields: ['companyName', 'employeeCount', 'companyPhone', 'companyEmail', 'designation'],
  },
  { title: 'Additional Info', fields: ['industry', 'companyWebsite', 'city', 'state', 'country'] },
] as const;

/** Index of a step. */
export type RegistrationStep = 0 | 1;

/** Faults of one step's fields; those of the other step are not shown yet. */
export function faultsOfStep<Fault>(step: RegistrationStep, faults: Readonly<Record<string, Fault>>) {
  const fields: readonly string[] = REGISTRATION_STEPS[step].fields;
  return Object.fromEntries(Object.entries(faults).filter(([field]) => fields.includes(field)));
}

/** First step with a fault. */
export function stepOfFaults(faults: Readonly<Record<string, unknown>>): RegistrationStep {
  return Object.keys(faultsOfStep(0, faults)).length > 0 ? 0 : 1;
}
