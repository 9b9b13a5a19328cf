/**
 * The messages about values that only one confirmed person or company can have, by their names in the registration form
 * (R-accounts-5).
 */
export const TAKEN_MESSAGES = {
  primaryEmail: 'This email is already registered',
  personalPhone: 'This phone number is already registered',
  companyEmail: 'This company email is already registered',
  companyPhone: 'This company phone is already registered',
} as const;

export type UniqueField = keyof typeof TAKEN_MESSAGES;
