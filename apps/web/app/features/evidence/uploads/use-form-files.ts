import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askAgain } from '../../../lib/api/ask-again.ts';
import { type Uploads, useUploads } from './use-uploads.ts';

/** Files of what a call records; nothing without any. */
export interface Attached {
  readonly evidence?: string[];
}

/** Files of a form: staged while it is filled in, and taken over by what it records (R-evidence-3). */
export function useFormFiles() {
  const client = useQueryClient();
  const uploads = useUploads();
  const [fault, setFault] = useState<string>();

  /** Files to send with the form; null when it can't be sent yet, which the field then says. */
  function take(): Attached | null {
    const notYet = whyNotYet(uploads);
    setFault(notYet);
    if (notYet) return null;
    return uploads.arrived.length > 0 ? { evidence: uploads.arrived.map(({ _id }) => _id) } : {};
  }

  /** Lets go of files that were recorded; others that were added meanwhile stay. */
  function settle({ evidence }: Attached): void {
    if (!evidence) return;
    uploads.release(evidence);
    void askAgain(client, ['evidence']);
  }

  return { uploads, fault, setFault, take, settle };
}

function whyNotYet({ isSending, hasFailed }: Uploads): string | undefined {
  if (isSending) return 'Please wait until all files have arrived';
  return hasFailed ? 'Some files did not arrive. Please send them again or remove them' : undefined;
}
