import { evidenceFault } from '@anupalan/contract/proof/evidence-files';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { inCompany } from '../../../lib/api/call-company.ts';
import { companyOf } from '../../../lib/api/query-client.ts';
import { type AddedEvidence, type Destination, sendEvidence, useDiscardStaged } from '../calls.ts';
import { type Upload, UploadQueue } from './upload-queue.ts';

export type EvidenceUpload = Upload<Destination, AddedEvidence>;

/** Files that a screen sends. */
export interface Uploads {
  readonly list: readonly EvidenceUpload[];
  /** Files that have arrived, as they were sent. */
  readonly arrived: readonly AddedEvidence[];
  /** Whether some are on their way, or wait for their connection. */
  readonly isSending: boolean;
  /** Whether some were not sent, and wait to be sent again or taken away. */
  readonly hasFailed: boolean;
  readonly add: (files: readonly File[], destination?: Destination) => void;
  readonly retry: (key: string) => void;
  /** Takes a file away, from the server too if it was staged there. */
  readonly remove: (key: string) => void;
  /** Takes files off the list that a record has taken over, by their ids. */
  readonly release: (ids: readonly string[]) => void;
}

type Options = {
  /** Called with each file once the server has it. */
  onArrived?: (added: AddedEvidence) => void;
  /** Whether a file that has arrived stays in the list; all do unless said otherwise. */
  keeps?: (added: AddedEvidence) => boolean;
};

/**
 * Sends files for a screen; what is on its way ends with it. They belong to the company that the screen began in. The
 * options are those of the first rendering.
 */
export function useUploads({ onArrived, keeps }: Options = {}): Uploads {
  const client = useQueryClient();
  const discard = useDiscardStaged();
  const [queue] = useState(
    () =>
      new UploadQueue<Destination, AddedEvidence>({
        send: (file, destination, sending) =>
          inCompany(companyOf(client), () => sendEvidence(file, destination, sending)),
        judge: evidenceFault,
        ...(onArrived && { onDone: onArrived }),
        ...(keeps && { keeps }),
      }),
  );
  const list = useSyncExternalStore(queue.subscribe, queue.list);
  useEffect(() => () => queue.clear(), [queue]);

  function remove(key: string) {
    const upload = list.find((one) => one.key === key);
    if (upload?.state === 'done' && upload.answer.subject === null) discard.mutate(upload.answer._id);
    queue.remove(key);
  }

  return {
    list,
    arrived: list.flatMap((upload) => (upload.state === 'done' ? upload.answer : [])),
    isSending: list.some(({ state }) => ['queued', 'sending', 'interrupted'].includes(state)),
    hasFailed: list.some(({ state }) => state === 'failed'),
    add: (files, destination = {}) => queue.add(files, destination),
    retry: (key) => queue.retry(key),
    remove,
    release: (ids) => {
      for (const upload of queue.list()) {
        if (upload.state === 'done' && ids.includes(upload.answer._id)) queue.remove(upload.key);
      }
    },
  };
}
