import { updateNote } from '@anupalan/contract/status-history';
import { request } from '../../lib/api.ts';
import { useHistoryChange } from './change-history.ts';
import { type NoteOfItem, withNote } from './optimistic-record.ts';

const FAILED = 'Failed to update note';

/** For administrators. */
export function useUpdateNote() {
  return useHistoryChange({
    send: ({ complianceId, noteId, ...body }: NoteOfItem & { note: string }) =>
      request(updateNote, { params: { id: complianceId, noteId }, body, fallback: FAILED, mismatch: FAILED }),
    foresee: withNote,
    done: 'Note updated successfully',
  });
}
