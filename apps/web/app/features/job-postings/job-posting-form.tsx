import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { showFaults } from '../../lib/show-faults.ts';
import { useAbortOnLeave } from '../../lib/use-abort-on-leave.ts';
import { Panel } from '../../ui/panel.tsx';
import { UploadProgress } from '../../ui/upload-progress.tsx';
import { JobPostingFields } from './job-posting-fields.tsx';
import { JobPostingFiles } from './job-posting-files.tsx';
import { useJobPostingForm } from './job-posting-form-state.ts';
import { JOB_POSTING_SECTIONS } from './job-posting-sections.ts';
import { useSubmitJobPosting } from './submit-job-posting.ts';

/** Asks all about a job opening and posts it; whatever goes wrong, what was typed stays. */
export function JobPostingForm() {
  const form = useJobPostingForm();
  const { mutate, isPending } = useSubmitJobPosting();
  const [percent, setPercent] = useState(0);
  const beginUpload = useAbortOnLeave();
  const navigate = useNavigate();

  const submit = form.onSubmit(
    (posting) => {
      setPercent(0);
      mutate(
        { posting, onProgress: setPercent, signal: beginUpload() },
        { onSuccess: () => navigate('/dashboard'), onError: (error) => showFaults(form, error) },
      );
    },
    (faults) => focusFirstFault(form, faults),
  );

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
