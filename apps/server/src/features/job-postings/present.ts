import type { JobPosting } from '@anupalan/contract/job-postings';
import type { Selectable } from 'kysely';
import type { JobPostingFiles, JobPostings } from '../../platform/postgres/database-schema.ts';

/** A job posting with its files, without their bytes. */
export type JobPostingRow = Selectable<JobPostings> & {
  files: (Pick<Selectable<JobPostingFiles>, 'id' | 'file_name' | 'file_type'> & { file_size: number })[];
};

export function presentJobPosting(row: JobPostingRow): JobPosting {
  return {
    _id: row.id,
    jobTitle: row.job_title,
    jobDescription: row.job_description,
    location: row.location,
    salaryRange: row.salary_range,
    additionalPerks: row.additional_perks,
    requiredExperience: row.required_experience,
    qualification: row.qualification,
    specificSkills: row.specific_skills,
    additionalRequirements: row.additional_requirements,
    jobTimings: row.job_timings,
    weeksOffs: row.weeks_offs,
    joiningTimeline: row.joining_timeline,
    companyProfile: row.company_profile,
    contactName: row.contact_name,
    contactEmail: row.contact_email,
    contactPhone: row.contact_phone,
    files: row.files.map((file) => ({
      _id: file.id,
      fileName: file.file_name,
      fileType: file.file_type,
      fileSize: file.file_size,
    })),
    handledAt: row.handled_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
