import { deleteNote } from '@anupalan/contract/status-history';
import { request } from '../../lib/api.ts';
import { useHistoryChange } from './change-history.ts';
import { type NoteOfItem, withoutNote } from './optimistic-record.ts';

const FAILED = 'Failed to delete note';

/** For administrators. */
export function useDeleteNote() {
  return useHistoryChange({
    send: ({ complianceId, noteId, userId }: NoteOfItem) =>
      request(deleteNote, {
        params: { id: complianceId, noteId },
        query: { userId },
        fallback: FAILED,
        mismatch: FAILED,
      }),
    foresee: withoutNote,
    done: 'Note deleted successfully',
  });
}
