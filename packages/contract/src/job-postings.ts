import { z } from 'zod';
import { EnquiryChange, EnquiryFilter } from './fields/enquiry.ts';
import { defineCall } from './wire/call.ts';
import { Acknowledgement, success } from './wire/envelope.ts';
import { type ChosenFile, type FILE_TYPES, file } from './wire/files.ts';
import { mediaOf } from './wire/media-types.ts';
import {
  BoundedPagination,
  email,
  Id,
  Instant,
  LIMITS,
  optionalParagraphs,
  paragraphs,
  text,
  tidy,
} from './wire/primitives.ts';

export const JOB_POSTING_FILE_TYPES = ['pdf', 'doc', 'docx'] as const satisfies readonly (typeof FILE_TYPES)[number][];

export const MAX_JOB_POSTING_FILES = 10;

/** Bytes of all files of a posting together (R-enquiries-8). */
const MAX_JOB_POSTING_BYTES = 25 * 1024 * 1024;

const TOO_SHORT_A_PHONE = 'Phone number must be at least 10 digits';

/** A number to call back, in any form that people write (R-enquiries-7). */
const CallbackNumber = tidy(TOO_SHORT_A_PHONE)
  .max(30, 'Please use at most 30 characters')
  .refine((number) => number.replace(/\D/g, '').length >= 10, TOO_SHORT_A_PHONE)
  .refine((number) => /^[\d \u00a0()+./-]*$/.test(number), 'Please enter only numbers');

/** The text fields and their faults (R-enquiries-7). */
const fields = {
  jobTitle: line('Job title is required'),
  jobDescription: paragraphs('Please provide a detailed job description', { min: 10, max: LIMITS.message }),
  location: line('Location is required'),
  salaryRange: line('Salary range is required'),
  additionalPerks: optionalParagraphs(LIMITS.note),
  requiredExperience: line('Required experience is required'),
  qualification: line('Qualification is required'),
  specificSkills: paragraphs('Please specify required skills', { min: 2, max: LIMITS.note }),
  additionalRequirements: optionalParagraphs(LIMITS.note),
  jobTimings: line('Job timings are required'),
  weeksOffs: line('Please specify weeks offs'),
  joiningTimeline: line('Joining timeline is required'),
  companyProfile: paragraphs('Please provide company profile details', { min: 10, max: LIMITS.message }),
  contactName: line('Contact name is required'),
  contactEmail: email(),
  contactPhone: CallbackNumber,
};

export const NewJobPosting = z.object({
  ...fields,
  files: z
    .array(file(JOB_POSTING_FILE_TYPES, 'Invalid file type'))
    .max(MAX_JOB_POSTING_FILES, `Please attach at most ${MAX_JOB_POSTING_FILES} files`)
    .refine((files) => totalSize(files) <= MAX_JOB_POSTING_BYTES, 'Files must be at most 25MB in all')
    .default([]),
});
export type NewJobPosting = z.infer<typeof NewJobPosting>;

const JobPostingFile = z.object({
  _id: Id,
  fileName: z.string(),
  fileType: z.enum(JOB_POSTING_FILE_TYPES),
  /** The size in bytes. */
  fileSize: z.number().int(),
});

export const JobPosting = z.object({
  _id: Id,
  jobTitle: z.string(),
  jobDescription: z.string(),
  location: z.string(),
  salaryRange: z.string(),
  additionalPerks: z.string(),
  requiredExperience: z.string(),
  qualification: z.string(),
  specificSkills: z.string(),
  additionalRequirements: z.string(),
  jobTimings: z.string(),
  weeksOffs: z.string(),
  joiningTimeline: z.string(),
  companyProfile: z.string(),
  contactName: z.string(),
  contactEmail: z.string(),
  contactPhone: z.string(),
  files: z.array(JobPostingFile),
  /** The moment when it was handled; null while it is open. */
  handledAt: Instant.nullable(),
  createdAt: Instant,
});
export type JobPosting = z.infer<typeof JobPosting>;

export const submitJobPosting = defineCall({
  id: 'submitJobPosting',
  method: 'POST',
  path: '/contact/job-posting',
  noun: 'job-postings',
  summary: 'Post a job opening, with files if there are any',
  access: 'public',
  upload: { field: 'files', several: true, maxBytes: MAX_JOB_POSTING_BYTES },
  body: NewJobPosting,
  answers: { 201: Acknowledgement },
});

export const listJobPostings = defineCall({
  id: 'listJobPostings',
  method: 'GET',
  path: '/contact/job-postings',
  noun: 'job-postings',
  summary: 'Job postings, newest first, page by page',
  access: 'job-postings.manage',
  query: EnquiryFilter,
  answers: { 200: success(z.object({ jobPostings: z.array(JobPosting), pagination: BoundedPagination })) },
});

export const downloadJobPostingFile = defineCall({
  id: 'downloadJobPostingFile',
  method: 'GET',
  path: '/contact/job-postings/:id/files/:fileId',
  noun: 'job-postings',
  summary: 'A file that came with a job posting',
  access: 'job-postings.manage',
  params: z.object({ id: Id, fileId: Id }),
  media: mediaOf(JOB_POSTING_FILE_TYPES),
  answers: { 200: z.file() },
});

export const updateJobPosting = defineCall({
  id: 'updateJobPosting',
  method: 'PATCH',
  path: '/contact/job-postings/:id',
  noun: 'job-postings',
  summary: 'Say whether a job posting is handled',
  access: 'job-postings.manage',
  params: z.object({ id: Id }),
  body: EnquiryChange,
  answers: { 200: success(JobPosting) },
});

export const deleteJobPosting = defineCall({
  id: 'deleteJobPosting',
  method: 'DELETE',
  path: '/contact/job-postings/:id',
  noun: 'job-postings',
  summary: 'Delete a job posting with its files',
  access: 'job-postings.manage',
  params: z.object({ id: Id }),
  answers: { 200: Acknowledgement },
});

function line(message: string) {
  return text(message, { min: 2, max: LIMITS.line });
}

function totalSize(files: readonly ChosenFile[]): number {
  return files.reduce((bytes, { size }) => bytes + size, 0);
}
