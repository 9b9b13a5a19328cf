import { NewJobPosting } from '@anupalan/contract/job-postings';
import { schemaResolver, useForm } from '@mantine/form';

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
  return useForm<typeof EMPTY, NewJobPosting>({
    mode: 'uncontrolled',
    name: 'job-posting',
    initialValues: EMPTY,
    validate: schemaResolver(NewJobPosting, { sync: true }),
    transformValues: (typed) => NewJobPosting.parse(typed),
  });
}

export type JobPostingForm = ReturnType<typeof useJobPostingForm>;

/** Those that can be typed, each with its own box. */
export type JobPostingField = Exclude<keyof typeof EMPTY, 'files'>;
