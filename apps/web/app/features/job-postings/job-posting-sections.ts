import type { JobPostingField } from './job-posting-form-state.ts';

export type FieldSpec = {
  name: JobPostingField;
  label: string;
  example?: string;
  optional?: true;
  /** Multi-line input. */
  long?: true;
  type?: 'email' | 'tel';
  autoComplete?: string;
};

export type Section = { title: string; fields: readonly FieldSpec[] };

/** Sections of the form and their fields (R-enquiries-6). */
export const JOB_POSTING_SECTIONS: readonly Section[] = [
  {
    title: 'Job Details',
    fields: [
      { name: 'jobTitle', label: 'Job title', example: 'Payroll executive' },
      { name: 'location', label: 'Location', example: 'Pune, Maharashtra' },
      { name: 'jobDescription', label: 'Job description', long: true },
      { name: 'salaryRange', label: 'Salary range', example: '₹4,00,000 to ₹6,00,000 a year' },
      { name: 'additionalPerks', label: 'Additional perks', optional: true },
    ],
  },
  {
    title: 'Requirements',
    fields: [
      { name: 'requiredExperience', label: 'Required experience', example: '2 to 4 years' },
      { name: 'qualification', label: 'Qualification', example: 'B.Com' },
      { name: 'specificSkills', label: 'Specific skills', long: true },
      {
        name: 'additionalRequirements',
        label: 'Additional requirements',
        optional: true,
        long: true,
      },
    ],
  },
  {
    title: 'Work Schedule',
    fields: [
      { name: 'jobTimings', label: 'Job timings', example: '9:30 to 18:30' },
      { name: 'weeksOffs', label: 'Weeks offs', example: 'Sunday, second Saturday' },
      { name: 'joiningTimeline', label: 'Joining timeline', example: 'Within 30 days' },
    ],
  },
  {
    title: 'Company & Contact Information',
    fields: [
      { name: 'companyProfile', label: 'Company profile', long: true },
      { name: 'contactName', label: 'Contact name', autoComplete: 'name' },
      { name: 'contactEmail', label: 'Contact email', type: 'email', autoComplete: 'email' },
      { name: 'contactPhone', label: 'Contact phone', type: 'tel', autoComplete: 'tel' },
    ],
  },
];
