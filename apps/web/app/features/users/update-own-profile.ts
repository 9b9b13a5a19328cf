import { type ProfileChanges, updateOwnProfile } from '@anupalan/contract/users';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';

const FAILED = 'Failed to update profile';

/** Changes the viewer's profile. For a new e-mail address it mails a code there and keeps the old one until then. */
export function useUpdateOwnProfile() {
  const { refresh } = useSession();
  return useMutation({
    mutationFn: async (body: ProfileChanges) => {
      const answer = await request(updateOwnProfile, { body, fallback: FAILED, mismatch: FAILED });
      return answer.data;
    },
    onSuccess: refresh,
    // Tells whether the session is what failed.
    onError: () => void refresh(),
  });
}
