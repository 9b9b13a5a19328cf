import { FILE_TYPES } from '@anupalan/contract/files';
import { NewHrDocument } from '@anupalan/contract/hr-documents';
import { Button, Group, Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { showFaults } from '../../lib/show-faults.ts';
import { useAbortOnLeave } from '../../lib/use-abort-on-leave.ts';
import { ChosenFile } from '../../ui/chosen-file.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { UploadProgress } from '../../ui/upload-progress.tsx';
import { HrDocumentFields } from './hr-document-fields.tsx';
import { useUploadHrDocument } from './upload-hr-document.ts';

type Typed = { title: string; description: string; file: File | null };

const EMPTY: Typed = { title: '', description: '', file: null };

/** Adds a document to the list. To leave it is to call the upload off. */
export function HrDocumentUploadForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { mutate, error, isPending } = useUploadHrDocument();
  const [percent, setPercent] = useState(0);
  const beginUpload = useAbortOnLeave();
  const form = useForm<Typed, NewHrDocument>({
    mode: 'uncontrolled',
    name: 'hr-document',
    initialValues: EMPTY,
    validate: schemaResolver(NewHrDocument, { sync: true }),
    transformValues: (typed) => NewHrDocument.parse(typed),
  });
  const { file } = form.getValues();
  const unexplained = error instanceof ApiError && Object.keys(error.faults).length === 0;

  const submit = form.onSubmit(
    (document) => {
      setPercent(0);
      mutate(
        { document, onProgress: setPercent, signal: beginUpload() },
        { onSuccess: onDone, onError: (refusal) => showFaults(form, refusal) },
      );
    },
    (faults) => focusFirstFault(form, faults),
  );

  function choose(chosen: File | null) {
    form.setFieldValue('file', chosen);
    if (chosen) form.validateField('file');
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormAlert message={unexplained ? error.message : undefined} />
        <HrDocumentFields form={form} />
        <FileDrop
          {...form.getInputProps('file')}
          label="File"
          required
          hint="PDF, DOC, DOCX, CSV, XLSX (max. 5MB)"
          accept={FILE_TYPES.map((type) => `.${type}`)}
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
