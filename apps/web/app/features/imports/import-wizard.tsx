import type { ImportKind } from '@anupalan/contract/imports/imports';
import { Anchor, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { ChosenFile } from '../../ui/files/chosen-file.tsx';
import { FileDrop } from '../../ui/files/file-drop.tsx';
import { UploadProgress } from '../../ui/files/upload-progress.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FilledKind, usePresentRows, useTemplate } from './calls.ts';
import { ImportCheck } from './import-check.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import classes from './imports.module.css';
import { KIND_WORDS } from './kind-words.ts';
import { type ImportSteps, useImportSteps } from './use-import-steps.ts';

/** Import in steps: what, which file, what it would do, and what it did (R-imports-2). */
export function ImportWizard({ kinds }: { kinds: readonly [ImportKind, ...ImportKind[]] }) {
  const [kind, setKind] = useState<ImportKind>(kinds[0]);
  return (
    <Stack gap="lg">
      {kinds.length > 1 && (
        <Radio.Group label="What do you import?" value={kind} onChange={(chosen) => setKind(toKind(kinds, chosen))}>
          <div className={classes.kinds}>
            {kinds.map((one) => (
              <Radio.Card key={one} value={one} className={classes.kind}>
                <Radio.Indicator className={classes.indicator} />
                <span>
                  <Text component="span" display="block" fw={600}>
                    {KIND_WORDS[one].label}
                  </Text>
                  <Text component="span" display="block" size="sm" c="dimmed">
                    {KIND_WORDS[one].text}
                  </Text>
                </span>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
      )}
      <Steps key={kind} kind={kind} />
    </Stack>
  );
}

function toKind(kinds: readonly [ImportKind, ...ImportKind[]], chosen: string): ImportKind {
  return kinds.find((kind) => kind === chosen) ?? kinds[0];
}

function Steps({ kind }: { kind: ImportKind }) {
  const steps = useImportSteps(kind);
  const { asked, report } = steps;
  if (report?.imported) return <ImportOutcome kind={kind} report={report} onAgain={steps.restart} />;
  return (
    <>
      <FilePanel kind={kind} steps={steps} />
      {asked && report && <ImportCheck kind={kind} report={report} steps={steps} />}
    </>
  );
}

function FilePanel({ kind, steps }: { kind: ImportKind; steps: ImportSteps }) {
  const { mutate: fetchTemplate, isPending: isFetching } = useTemplate();
  const { asked, failure, isPending, percent } = steps;
  return (
    <Panel
      title="Your file"
      text="One row for each, below a row with the names of the columns. Begin with the template, or take the table that you have."
      action={
        <Group gap="xs">
          {(['xlsx', 'csv'] as const).map((format) => (
            <Button
              key={format}
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} stroke={1.8} aria-hidden />}
              disabled={isFetching}
              onClick={() => fetchTemplate({ kind, format })}
            >
              {format === 'xlsx' ? 'Template (Excel)' : 'Template (CSV)'}
            </Button>
          ))}
        </Group>
      }
    >
      <Stack gap="md">
        <FormAlert message={failure} />
        {!asked && (kind === 'own' || kind === 'catalogue') && <PresentRows kind={kind} />}
        {asked ? (
          <ChosenFile file={asked.file} disabled={isPending} onRemove={steps.restart} />
        ) : (
          <FileDrop
            label="File"
            hint="Excel workbook (.xlsx) or CSV, at most 50 MB and 1,00,000 rows"
            accept={['.xlsx', '.xlsm', '.csv', '.tsv', '.txt']}
            disabled={isPending}
            onChoose={([file]) => file && steps.choose(file)}
          />
        )}
        {isPending && (
          <div role="status">
            <UploadProgress percent={percent} />
            <Text size="sm" c="dimmed" mt={6}>
              {percent < 100 ? 'Sending the file …' : 'Looking at every row …'}
            </Text>
          </div>
        )}
      </Stack>
    </Panel>
  );
}

/** Way to change many of what is there: fetch them, change them in a spreadsheet, choose the file here. */
function PresentRows({ kind }: { kind: FilledKind }) {
  const { mutate, isPending } = usePresentRows();
  return (
    <Text size="sm" c="dimmed">
      To change many at once,{' '}
      <Anchor component="button" type="button" inherit disabled={isPending} onClick={() => mutate(kind)}>
        fetch what is there
      </Anchor>
      , change it in your spreadsheet, and import it with “Update”.
    </Text>
  );
}
