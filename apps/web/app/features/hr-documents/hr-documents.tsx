import type { HrDocument } from '@anupalan/contract/hr-documents';
import { can } from '@anupalan/domain/permissions';
import { Button, EmptyState, Stack } from '@mantine/core';
import { IconFiles, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useActor, useActorAnywhere } from '../../lib/session/actor.ts';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { useFocusAfterRemoval } from '../../lib/use-focus-after-removal.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { SearchInput } from '../../ui/forms/search-input.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { FETCHING_DOCUMENTS_FAILED, useHrDocuments } from './calls.ts';
import { findHrDocuments } from './find-hr-documents.ts';
import { HrDocumentCard } from './hr-document-card.tsx';
import { HrDocumentEditForm } from './hr-document-edit-form.tsx';
import { HrDocumentUploadForm } from './hr-document-upload-form.tsx';
import classes from './hr-documents.module.css';

/** HR documents page (R-hr-documents-1). */
export function HrDocuments() {
  const { data, error, isPending, refetch } = useHrDocuments();
  const managing = can(useActor(), 'hr-documents.manage');
  const [uploading, setUploading] = useState(false);
  const [edited, setEdited] = useState<HrDocument | null>(null);
  useFailureToast(error, FETCHING_DOCUMENTS_FAILED);

  return (
    <PageFrame
      title="HR Format Documents"
      text="Streamline your HR processes with ready-to-use formats and templates."
      action={
        managing && (
          <Button leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />} onClick={() => setUploading(true)}>
            Upload New Document
          </Button>
        )
      }
    >
      {data ? (
        <List documents={data} onEdit={managing ? setEdited : undefined} />
      ) : (
        <LoadingPanel what="documents" failed={!isPending} onRetry={refetch} />
      )}
      <FormDialog opened={uploading} title="Upload New Document" onClose={() => setUploading(false)}>
        {(leave) => <HrDocumentUploadForm onDone={() => setUploading(false)} onCancel={leave} />}
      </FormDialog>
      <FormDialog opened={edited !== null} title="Edit Document" onClose={() => setEdited(null)}>
        {(leave) => edited && <HrDocumentEditForm document={edited} onDone={() => setEdited(null)} onCancel={leave} />}
      </FormDialog>
    </PageFrame>
  );
}

/** Documents that need no search (R-hr-documents-1). */
const AT_A_GLANCE = 6;

type ListProps = { documents: readonly HrDocument[]; onEdit: ((document: HrDocument) => void) | undefined };

function List({ documents, onEdit }: ListProps) {
  const downloadable = can(useActorAnywhere(), 'hr-documents.download');
  const place = useFocusAfterRemoval<HTMLDivElement>(documents.length);
  const [search, setSearch] = useState('');
  const [searchable, setSearchable] = useState(false);
  // Search stays when documents are deleted: somebody may be using it.
  if (!searchable && documents.length > AT_A_GLANCE) setSearchable(true);
  const found = findHrDocuments(documents, search);
  return (
    <Stack ref={place} tabIndex={-1} className={classes.place} gap="lg">
      {searchable && (
        <SearchInput
          className={classes.search}
          label="Search"
          placeholder="Title, description or file name"
          value={search}
          onSearch={setSearch}
        />
      )}
      {found.length > 0 ? (
        <ul className={classes.list} aria-label="Documents">
          {found.map((document) => (
            <HrDocumentCard
              key={document._id}
              document={document}
              downloadable={downloadable}
              onEdit={onEdit && (() => onEdit(document))}
            />
          ))}
        </ul>
      ) : (
        <EmptyState
          className={classes.empty}
          py="xl"
          icon={<IconFiles />}
          title={documents.length > 0 ? 'No documents match your search.' : 'No documents available'}
          role="status"
        />
      )}
    </Stack>
  );
}
