import {
  deleteHrDocument,
  downloadHrDocument,
  type HrDocument,
  type HrDocumentChanges,
  listHrDocuments,
  type NewHrDocument,
  updateHrDocument,
  uploadHrDocument,
} from '@anupalan/contract/hr-documents';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError, download, request } from '../../lib/api/api.ts';
import { askAgain, callKey } from '../../lib/api/ask-again.ts';
import { saveFile } from '../../lib/api/save-file.ts';
import { upload } from '../../lib/api/upload.ts';
import { useCall } from '../../lib/api/use-call.ts';

export const FETCHING_DOCUMENTS_FAILED = 'Failed to fetch documents';
const DOWNLOAD_FAILED = 'Failed to download file';
const UPLOAD_FAILED = 'Failed to upload file';
const UPDATE_FAILED = 'Failed to update document';
const DELETE_FAILED = 'Failed to delete document';

type Upload = { document: NewHrDocument; onProgress: (percent: number) => void; signal: AbortSignal };

const hrDocumentsQuery = queryOptions({
  queryKey: callKey(listHrDocuments),
  queryFn: async ({ signal }): Promise<HrDocument[]> => {
    try {
      return await request(listHrDocuments, { signal, failed: FETCHING_DOCUMENTS_FAILED });
    } catch (error) {
      // An answer that is no list counts as an empty one (R-hr-documents-2).
      if (error instanceof ApiError && error.status === 200) return [];
      throw error;
    }
  },
});

/** Documents, newest first (R-hr-documents-1). */
export function useHrDocuments() {
  return useQuery(hrDocumentsQuery);
}

/** Saves a document's file under its own name (R-hr-documents-3). */
export function useDownloadHrDocument() {
  return useCall({
    send: async ({ _id: id, fileName }: HrDocument) =>
      saveFile(await download(downloadHrDocument, { params: { id }, failed: DOWNLOAD_FAILED }), fileName),
    done: ({ fileName }) => `Downloading ${fileName}`,
    describeFailure: () => DOWNLOAD_FAILED,
  });
}

/**
 * New documents stand first in the list (R-hr-documents-8); the toast of a failure is general, and the form shows the
 * reason.
 */
export function useUploadHrDocument() {
  return useCall({
    send: ({ document: body, ...sending }: Upload) =>
      upload(uploadHrDocument, { body, ...sending, failed: UPLOAD_FAILED }),
    onDone: (client, document) => changeHrDocuments(client, (documents) => [document, ...documents]),
    done: 'File uploaded successfully',
    describeFailure: (_, { signal }) => (signal.aborted ? null : UPLOAD_FAILED),
    // Aborted uploads may have arrived all the same.
    onFailure: (client, _, { signal }) => signal.aborted && reloadHrDocuments(client),
  });
}

/**
 * Changes title and description of a document (R-hr-documents-4); the toast of a failure is general, and the form shows
 * the reason.
 */
export function useUpdateHrDocument() {
  return useCall({
    send: async ({ id, changes: body }: { id: string; changes: HrDocumentChanges }) =>
      (await request(updateHrDocument, { params: { id }, body, failed: UPDATE_FAILED })).data,
    onDone: (client, changed) =>
      changeHrDocuments(client, (documents) =>
        documents.map((document) => (document._id === changed._id ? changed : document)),
      ),
    done: 'Document updated successfully',
    describeFailure: () => UPDATE_FAILED,
    onFailure: reloadHrDocuments,
  });
}

export function useDeleteHrDocument() {
  return useCall({
    send: (id: string) => request(deleteHrDocument, { params: { id }, failed: DELETE_FAILED }),
    onDone: (client, _, id) => changeHrDocuments(client, (documents) => documents.filter(({ _id }) => _id !== id)),
    done: 'Document deleted successfully',
    describeFailure: () => DELETE_FAILED,
    onFailure: reloadHrDocuments,
  });
}

/** Changes the cached list, or loads it when there is none. */
async function changeHrDocuments(
  client: QueryClient,
  change: (documents: readonly HrDocument[]) => HrDocument[],
): Promise<void> {
  const { queryKey } = hrDocumentsQuery;
  // Loads in flight would overwrite the change with an older list.
  await client.cancelQueries({ queryKey });
  const documents = client.getQueryData(queryKey);
  if (documents) client.setQueryData(queryKey, change(documents));
  else await client.invalidateQueries({ queryKey });
}

/** Reloads the list after a refusal, as the document may be gone. */
function reloadHrDocuments(client: QueryClient): Promise<void> {
  return askAgain(client, ['hr-documents']);
}
