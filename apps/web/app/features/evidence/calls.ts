import {
  addEvidence,
  describeEvidence,
  type Evidence,
  type EvidenceFilter,
  fetchEvidence,
  listEvidence,
  readSaid,
  removeEvidence,
  type Said,
  type SameFile,
} from '@anupalan/contract/proof/evidence';
import { readEvidenceRoom } from '@anupalan/contract/proof/evidence-room';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { download, type Request, request } from '../../lib/api/api.ts';
import { inCompany } from '../../lib/api/call-company.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { companyOf } from '../../lib/api/query-client.ts';
import { saveFile } from '../../lib/api/save-file.ts';
import { upload } from '../../lib/api/upload.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';

const FETCHING_FILES_FAILED = 'Failed to fetch the files';
const UPLOAD_FAILED = 'The connection was lost before the file had arrived';

/** What a file belongs to, as calls name it (R-evidence-1). */
export type Subject = NonNullable<Evidence['subject']>;

/** Fields of calls that name a subject, by its kind. */
const FIELDS = {
  record: 'recordId',
  duty: 'eventDutyId',
  'payment-date': 'paymentDateId',
  'submission-date': 'submissionDateId',
  registration: 'registrationId',
} as const satisfies Record<Subject['kind'], keyof EvidenceFilter>;

/** Files of an answer; with `more` there are older ones. */
export interface Files {
  readonly files: readonly Evidence[];
  readonly more: boolean;
}

function filesQuery(query: NonNullable<Request<typeof listEvidence>['query']>) {
  return callQuery(listEvidence, { query, failed: FETCHING_FILES_FAILED }, ({ data, more }): Files => {
    return { files: data, more: more ?? false };
  });
}

/** Pause (ms) before it is asked again whether a file was scanned, which nothing tells. */
const SCANNED_AFTER = 20_000;

/** Files of one thing, the newest first, with the removed ones. */
export function useFilesOf({ kind, id }: Subject) {
  return useQuery({
    ...filesQuery({ [FIELDS[kind]]: id }),
    refetchInterval: ({ state }) => state.data?.files.some(({ verdict }) => verdict === 'waiting') && SCANNED_AFTER,
  });
}

/** Files of an obligation: of its records, payments and submissions. */
export function useFilesOfItem(itemId: string, { enabled = true } = {}) {
  return useQuery({ ...filesQuery({ itemId }), enabled });
}

/** Files of an event's duties. */
export function useFilesOfEvent(eventId: string, { enabled = true } = {}) {
  return useQuery({ ...filesQuery({ eventId }), enabled });
}

/** What the text of a document says (R-evidence-10); nothing for what has no text to be read. */
export function useSaid(id: string, { enabled = true } = {}) {
  const query = callQuery(readSaid, { params: { id } }, ({ data }): Said => data);
  return useQuery({ ...query, enabled, staleTime: Number.POSITIVE_INFINITY });
}

/** Room for files, once little of it is left (R-evidence-26). */
export function useRoom() {
  return useQuery({ ...callQuery(readEvidenceRoom, {}, ({ data }) => data), staleTime: 60_000 });
}

/** Where a file goes: to a subject, as a revision of another, or to neither: then it is staged (R-evidence-3). */
export interface Destination {
  readonly subject?: Subject;
  readonly replaces?: string;
}

/** Answer to an upload: the file, and where the very same bytes lie already. */
export type AddedEvidence = Evidence & { readonly sameFile: readonly SameFile[] };

type Sending = { onProgress: (percent: number) => void; signal: AbortSignal };

/** Sends a file. Throws an `ApiError` when it is refused or the connection breaks. */
export async function sendEvidence(
  file: File,
  { subject, replaces }: Destination,
  sending: Sending,
): Promise<AddedEvidence> {
  const about = { ...(subject && { [FIELDS[subject.kind]]: subject.id }), ...(replaces && { replaces }) };
  const answer = await upload(addEvidence, { body: { ...about, file }, ...sending, failed: UPLOAD_FAILED });
  return answer.data;
}

/** Nouns that files change: what was approved waits for its check again (R-evidence-9). */
export const CHANGED = [
  ...['evidence', 'checks', 'compliance-items', 'status-history', 'registrations', 'activity', 'clients', 'reports'],
];

/** What somebody confirms of a document; the form shows failures. */
export function useDescribeEvidence(id: string) {
  return useCall({
    send: (body: NonNullable<Request<typeof describeEvidence>['body']>) =>
      request(describeEvidence, { params: { id }, body, failed: 'Failed to save what the document says' }),
    describeFailure: inSilence,
    changes: ['evidence'],
  });
}

/** Removal of a file with the reason; the form shows failures. */
export function useRemoveEvidence(id: string) {
  return useCall({
    send: (body: { reason: string }) =>
      request(removeEvidence, { params: { id }, body, failed: 'Failed to remove the file' }),
    done: 'File removed. Its name and its hash stay.',
    describeFailure: inSilence,
    changes: CHANGED,
  });
}

/** Removal of a file that was only staged; when it fails, the file goes by itself a day later. */
export function useDiscardStaged() {
  return useCall({
    send: (id: string) => request(removeEvidence, { params: { id }, body: {} }),
    describeFailure: inSilence,
  });
}

const DOWNLOAD_FAILED = 'Failed to fetch the file';

function fetchBytes(id: string, signal?: AbortSignal): Promise<Blob> {
  return download(fetchEvidence, { params: { id }, failed: DOWNLOAD_FAILED, ...(signal && { signal }) });
}

/** Saves a file under its own name. */
export function useDownloadEvidence() {
  return useCall({
    send: async ({ _id, name }: Pick<Evidence, '_id' | 'name'>) => saveFile(await fetchBytes(_id), name),
  });
}

/** Bytes of a file, kept only as long as they are shown. */
export function useBytes(id: string) {
  const client = useQueryClient();
  return useQuery({
    // Not under the noun: bytes never change, whatever else of the files does.
    queryKey: ['evidence-bytes', id],
    queryFn: ({ signal }) => inCompany(companyOf(client), () => fetchBytes(id, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
