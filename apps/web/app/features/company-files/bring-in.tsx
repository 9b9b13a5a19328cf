import type { TakenIn } from '@anupalan/contract/proof/company-files';
import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAbortOnLeave } from '../../lib/api/use-abort-on-leave.ts';
import { rememberUsedCompany } from '../../lib/company/used-company.ts';
import { useSession } from '../../lib/session/session.tsx';
import { ChosenFile } from '../../ui/files/chosen-file.tsx';
import { FileDrop } from '../../ui/files/file-drop.tsx';
import { UploadProgress } from '../../ui/files/upload-progress.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { Panel } from '../../ui/panel.tsx';
import { BringInCheck } from './bring-in-check.tsx';
import { BringInOutcome } from './bring-in-outcome.tsx';
import { useTakeCompanyIn } from './calls.ts';
import classes from './company-files.module.css';

/** @param fillable name of the company that the file can fill, if nothing is recorded in it; null where there is none */
type Props = { fillable: string | null };

/** Part of the page by which a company comes in: first what its file would do, then doing it (R-company-files-9). */
export function BringIn({ fillable }: Props) {
  const { user } = useSession();
  const { mutate, error, isPending, reset } = useTakeCompanyIn();
  const [file, setFile] = useState<File | null>(null);
  const [said, setSaid] = useState<TakenIn | null>(null);
  const [isDone, setDone] = useState(false);
  const [percent, setPercent] = useState(0);
  const [chosen, setChosen] = useState<'fill' | 'further' | null>(null);
  // The free plan covers one company, so that a further one would find no room.
  const usual = user?.role === 'user' ? 'fill' : 'further';
  const becomes = fillable === null ? 'further' : (chosen ?? usual);
  const begin = useAbortOnLeave();

  function send(sent: File, dryRun: boolean) {
    setFile(sent);
    setPercent(0);
    const show = (outcome: TakenIn) => {
      setSaid(outcome);
      // What came in before is here, and needs no sending again.
      if (outcome.companyId === null || (dryRun && !outcome.again)) return;
      if (user) rememberUsedCompany(user._id, outcome.companyId);
      setDone(true);
    };
    mutate(
      { file: sent, dryRun, fill: becomes === 'fill', onProgress: setPercent, signal: begin() },
      { onSuccess: show },
    );
  }

  function restart() {
    reset();
    setFile(null);
    setSaid(null);
  }

  if (isDone && said) return <BringInOutcome said={said} />;
  return (
    <Panel
      title="Bring a company in"
      text="From the file that another Anupalan made of it, with its records as they were."
    >
      <Stack gap="md">
        {fillable !== null && (
          <Radio.Group
            label="Where does it go?"
            value={becomes}
            onChange={(value) => setChosen(value === 'fill' ? 'fill' : 'further')}
          >
            <Stack gap="xs" mt={6}>
              <Radio
                value="further"
                label="Into a company of its own"
                description="Beside those that you have"
                disabled={file !== null}
              />
              <Radio
                value="fill"
                label={`Into ${fillable}`}
                description="Only while nothing is recorded there; its profile is replaced"
                disabled={file !== null}
              />
            </Stack>
          </Radio.Group>
        )}
        <FormAlert message={error?.message} />
        {file ? (
          <ChosenFile file={file} disabled={isPending} onRemove={restart} />
        ) : (
          <FileDrop
            label="File of the company"
            hint="The ZIP as it was downloaded"
            accept={['.zip']}
            disabled={isPending}
            onChoose={([sent]) => sent && send(sent, true)}
          />
        )}
        {isPending && (
          <div role="status">
            <UploadProgress percent={percent} />
            <Text size="sm" c="dimmed" mt={6} className={classes.progress}>
              {describeProgress(percent, said !== null)}
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

function describeProgress(percent: number, isChecked: boolean): string {
  if (percent < 100) return `Sending the file … ${Math.floor(percent)} %`;
  return isChecked ? 'Taking the company in …' : 'Looking at all of it …';
}
