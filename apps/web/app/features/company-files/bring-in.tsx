import type { TakenIn } from '@anupalan/contract/proof/company-files';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAbortOnLeave } from '../../lib/api/use-abort-on-leave.ts';
import { rememberUsedCompany } from '../../lib/company/used-company.ts';
import { useSession } from '../../lib/session/session.tsx';
import { ChosenFile } from '../../ui/forms/chosen-file.tsx';
import { FileDrop } from '../../ui/forms/file-drop.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { UploadProgress } from '../../ui/forms/upload-progress.tsx';
import { Panel } from '../../ui/panel.tsx';
import { BringInCheck } from './bring-in-check.tsx';
import { useTakeCompanyIn } from './calls.ts';

/** Part of the page by which a company comes in: first what its file would do, then doing it (R-company-files-9). */
export function BringIn() {
  const { user } = useSession();
  const { mutate, error, isPending, reset } = useTakeCompanyIn();
  const [file, setFile] = useState<File | null>(null);
  const [said, setSaid] = useState<TakenIn | null>(null);
  const [percent, setPercent] = useState(0);
  const begin = useAbortOnLeave();

  function send(chosen: File, dryRun: boolean) {
    setFile(chosen);
    setPercent(0);
    const show = (outcome: TakenIn) => {
      setSaid(outcome);
      if (outcome.companyId === null || dryRun) return;
      if (user) rememberUsedCompany(user._id, outcome.companyId);
      // A new document: what this one knows is of another company, or of none.
      window.location.assign(`/dashboard?company=${outcome.companyId}`);
    };
    mutate({ file: chosen, dryRun, onProgress: setPercent, signal: begin() }, { onSuccess: show });
  }

  function restart() {
    reset();
    setFile(null);
    setSaid(null);
  }

  return (
    <Panel
      title="Bring a company in"
      text="From the file that another Anupalan made of it. It becomes a company of yours, with its records as they were."
    >
      <Stack gap="md">
        <FormAlert message={error?.message} />
        {file ? (
          <ChosenFile file={file} disabled={isPending} onRemove={restart} />
        ) : (
          <FileDrop
            label="File of the company"
            hint="The ZIP as it was downloaded, at most 500 MB"
            accept={['.zip']}
            disabled={isPending}
            onChoose={([chosen]) => chosen && send(chosen, true)}
          />
        )}
        {isPending && (
          <div role="status">
            <UploadProgress percent={percent} />
            <Text size="sm" c="dimmed" mt={6}>
              {percent < 100 ? 'Sending the file …' : said ? 'Taking the company in …' : 'Looking at all of it …'}
            </Text>
          </div>
        )}
        {file && said && !isPending && !error && (
          <BringInCheck said={said} onConfirm={() => send(file, false)} onCancel={restart} />
        )}
      </Stack>
    </Panel>
  );
}
