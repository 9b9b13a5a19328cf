import { NewHrDocument } from '@anupalan/contract/hr-documents';
import { endingsOf, FILE_TYPES } from '@anupalan/contract/wire/files';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useAbortOnLeave } from '../../lib/api/use-abort-on-leave.ts';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { ChosenFile } from '../../ui/files/chosen-file.tsx';
import { FileDrop } from '../../ui/files/file-drop.tsx';
import { UploadProgress } from '../../ui/files/upload-progress.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { useUploadHrDocument } from './calls.ts';
import { HrDocumentFields } from './hr-document-fields.tsx';

type Typed = { title: string; description: string; file: File | null };

const EMPTY: Typed = { title: '', description: '', file: null };

/** Upload form (R-hr-documents-5); leaving it aborts the upload. */
export function HrDocumentUploadForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { mutate, error, isPending } = useUploadHrDocument();
  const [percent, setPercent] = useState(0);
  const beginUpload = useAbortOnLeave();
  const form = useContractForm(NewHrDocument, {
    name: 'hr-document',
    initialValues: EMPTY,
  });
  const { file } = form.getValues();

  const submit = form.onSubmit((document) => {
    setPercent(0);
    mutate(
      { document, onProgress: setPercent, signal: beginUpload() },
      { onSuccess: onDone, onError: form.showRefusal },
    );
  });

  function choose(chosen: File | null) {
    form.setFieldValue('file', chosen);
    if (chosen) form.validateField('file');
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormAlert message={messageAboutNoField(error)} />
        <HrDocumentFields form={form} />
        <FileDrop
          {...form.getInputProps('file')}
          label="File"
          required
          hint="PDF, DOC, DOCX, CSV, XLSX (max. 5MB)"
          accept={endingsOf(FILE_TYPES)}
          disabled={isPending}
          onChoose={([chosen]) => chosen && choose(chosen)}
        />
        {file && <ChosenFile file={file} disabled={isPending} onRemove={() => choose(null)} />}
        {isPending && <UploadProgress percent={percent} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={isPending}>
            {isPending ? 'Uploading...' : 'Upload Document'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
