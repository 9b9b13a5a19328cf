import { NewJobPosting } from '@anupalan/contract/job-postings';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';

const EMPTY = {
  jobTitle: '',
  jobDescription: '',
  location: '',
  salaryRange: '',
  additionalPerks: '',
  requiredExperience: '',
  qualification: '',
  specificSkills: '',
  additionalRequirements: '',
  jobTimings: '',
  weeksOffs: '',
  joiningTimeline: '',
  companyProfile: '',
  contactName: '',
  contactEmail: '',
  contactPhone: '',
  files: [] as File[],
};

export function useJobPostingForm() {
  return useContractForm(NewJobPosting, { name: 'job-posting', initialValues: EMPTY });
}

export type JobPostingForm = ReturnType<typeof useJobPostingForm>;

/** Text fields of the form, each with its own input. */
export type JobPostingField = Exclude<keyof typeof EMPTY, 'files'>;
