import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAbortOnLeave } from '../../lib/api/use-abort-on-leave.ts';
import { UploadProgress } from '../../ui/files/upload-progress.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useSubmitJobPosting } from './calls.ts';
import { JobPostingFields } from './job-posting-fields.tsx';
import { JobPostingFiles } from './job-posting-files.tsx';
import { useJobPostingForm } from './job-posting-form-state.ts';
import { JOB_POSTING_SECTIONS } from './job-posting-sections.ts';

/** Job posting form; whatever goes wrong, what was typed stays (R-enquiries-9). */
export function JobPostingForm() {
  const form = useJobPostingForm();
  const { mutate, isPending } = useSubmitJobPosting();
  const [percent, setPercent] = useState(0);
  const beginUpload = useAbortOnLeave();
  const navigate = useNavigate();

  const submit = form.onSubmit((posting) => {
    setPercent(0);
    mutate(
      { posting, onProgress: setPercent, signal: beginUpload() },
      { onSuccess: () => navigate('/dashboard'), onError: form.showRefusal },
    );
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        {JOB_POSTING_SECTIONS.map(({ title, fields }, index) => (
          <Panel key={title} title={title}>
            <JobPostingFields form={form} fields={fields} />
            {index === JOB_POSTING_SECTIONS.length - 1 && <JobPostingFiles form={form} disabled={isPending} />}
          </Panel>
        ))}
        {isPending && <UploadProgress percent={percent} />}
        <Group justify="flex-end">
          <Button type="submit" size="md" disabled={isPending}>
            {isPending ? 'Submitting...' : 'Post Job Opening'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
