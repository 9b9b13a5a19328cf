import { JOB_POSTING_FILE_TYPES, MAX_JOB_POSTING_FILES } from '@anupalan/contract/job-postings';
import { endingsOf } from '@anupalan/contract/wire/files';
import { Stack } from '@mantine/core';
import { ChosenFile } from '../../ui/files/chosen-file.tsx';
import { FileDrop } from '../../ui/files/file-drop.tsx';
import type { JobPostingForm } from './job-posting-form-state.ts';

/** Attached files, each with its fault (R-enquiries-8). */
export function JobPostingFiles({ form, disabled }: { form: JobPostingForm; disabled: boolean }) {
  const { files } = form.getValues();

  function change(chosen: File[]) {
    form.setFieldValue('files', chosen);
    const faults = Object.entries(form.validate().errors).filter(([path]) => isAboutFiles(path));
    const others = Object.entries(form.errors).filter(([path]) => !isAboutFiles(path));
    form.setErrors(Object.fromEntries([...others, ...faults]));
  }

  return (
    <Stack gap="xs">
      <FileDrop
        {...form.getInputProps('files')}
        label="Company files (Optional)"
        hint={`PDF, DOC, DOCX (max. 5MB each, up to ${MAX_JOB_POSTING_FILES} files)`}
        accept={endingsOf(JOB_POSTING_FILE_TYPES)}
        several
        disabled={disabled}
        onChoose={(chosen) => change([...files, ...chosen])}
      />
      {files.map((file, index) => (
        <ChosenFile
          // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
          key={`${index} ${file.name}`}
          file={file}
          fault={form.errors[`files.${index}`]}
          disabled={disabled}
          onRemove={() => change(files.filter((_, other) => other !== index))}
        />
      ))}
    </Stack>
  );
}

function isAboutFiles(path: string): boolean {
  return path.split('.')[0] === 'files';
}
