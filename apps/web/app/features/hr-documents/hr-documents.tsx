import type { HrDocument } from '@anupalan/contract/hr-documents';
import { can } from '@anupalan/domain/permissions';
import { Button, EmptyState, Stack } from '@mantine/core';
import { IconFiles, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useActor } from '../../lib/actor.ts';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { useFocusAfterRemoval } from '../../lib/use-focus-after-removal.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { findHrDocuments } from './find-hr-documents.ts';
import { HrDocumentCard } from './hr-document-card.tsx';
import { HrDocumentEditForm } from './hr-document-edit-form.tsx';
import { HrDocumentUploadForm } from './hr-document-upload-form.tsx';
import classes from './hr-documents.module.css';
import { FETCHING_DOCUMENTS_FAILED, useHrDocuments } from './list-hr-documents.ts';

/** The templates an HR office works with (specification 1, section 2, "HR Format"). */
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
      {isPending ? (
        <LoadingPanel what="documents" failed={false} onRetry={refetch} />
      ) : data && data.length > 0 ? (
        <SearchableList documents={data} onEdit={managing ? setEdited : undefined} />
      ) : (
        <EmptyState className={classes.empty ?? ''} py="xl" icon={<IconFiles />} title="No documents available">
          {error && (
            <Button variant="default" onClick={() => refetch()}>
              Try again
            </Button>
          )}
        </EmptyState>
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

/** As many as are seen at a glance need no search. */
const AT_A_GLANCE = 6;

type ListProps = { documents: readonly HrDocument[]; onEdit: ((document: HrDocument) => void) | undefined };

function SearchableList({ documents, onEdit }: ListProps) {
  const [search, setSearch] = useState('');
  if (documents.length <= AT_A_GLANCE) return <List documents={documents} onEdit={onEdit} />;
  const found = findHrDocuments(documents, search);
  return (
    <Stack gap="lg">
      <SearchInput
        className={classes.search ?? ''}
        label="Search"
        placeholder="Title, description or file name"
        value={search}
        onSearch={setSearch}
      />
      {found.length > 0 ? (
        <List documents={found} onEdit={onEdit} />
      ) : (
        <EmptyState
          className={classes.empty ?? ''}
          py="xl"
          icon={<IconFiles />}
          title="No documents match your search."
          role="status"
        />
      )}
    </Stack>
  );
}

function List({ documents, onEdit }: ListProps) {
  const downloadable = can(useActor(), 'hr-documents.download');
  const list = useFocusAfterRemoval<HTMLUListElement>(documents.length);
  return (
    <ul ref={list} tabIndex={-1} className={classes.list} aria-label="Documents">
      {documents.map((document) => (
        <HrDocumentCard
          key={document._id}
          document={document}
          downloadable={downloadable}
          onEdit={onEdit && (() => onEdit(document))}
        />
      ))}
    </ul>
  );
}
