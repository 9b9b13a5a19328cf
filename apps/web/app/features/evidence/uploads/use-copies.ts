import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { inCompany } from '../../../lib/api/call-company.ts';
import { companyOf } from '../../../lib/api/query-client.ts';
import { sendEvidence } from '../calls.ts';
import type { EvidenceUpload } from './use-uploads.ts';

/** A file, and the keys of all things that it is for. */
export interface Shared {
  readonly upload: EvidenceUpload;
  readonly of: readonly string[];
}

/**
 * Sends files once more for each further thing that they are for, as one file belongs to one thing (R-evidence-1): the
 * first has the file that has arrived. What was sent before something failed is not sent again.
 */
export function useCopies() {
  const client = useQueryClient();
  const sent = useRef(new Map<string, string>());
  const ending = useRef(new AbortController());
  const [left, setLeft] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    ending.current = controller;
    return () => controller.abort();
  }, []);

  /** Id of a file as it is for a thing, once it was sent for it. */
  const idOf = (key: string, thing: string): string | undefined => sent.current.get(`${key} ${thing}`);

  /** Throws an `ApiError` when one couldn't be sent. */
  async function send(shared: readonly Shared[]): Promise<void> {
    const missing = shared.flatMap(({ upload, of }) => {
      const things = of.filter((thing) => idOf(upload.key, thing) === undefined);
      if (upload.state !== 'done' || [...sent.current.values()].includes(upload.answer._id))
        return split(upload, things);
      const [first, ...others] = things;
      if (first !== undefined) sent.current.set(`${upload.key} ${first}`, upload.answer._id);
      return split(upload, others);
    });
    try {
      for (const [n, { upload, thing }] of missing.entries()) {
        setLeft(missing.length - n);
        const sending = { onProgress: () => {}, signal: ending.current.signal };
        const { _id } = await inCompany(companyOf(client), () => sendEvidence(upload.file, {}, sending));
        sent.current.set(`${upload.key} ${thing}`, _id);
      }
    } finally {
      setLeft(0);
    }
  }

  return { send, idOf, left };
}

function split(upload: EvidenceUpload, things: readonly string[]) {
  return things.map((thing) => ({ upload, thing }));
}
