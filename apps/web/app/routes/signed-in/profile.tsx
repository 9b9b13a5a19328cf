import { Profile } from '../../features/users/profile.tsx';
import { useSession } from '../../lib/session/session.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Profile');

export default function ProfilePage() {
  const { user } = useSession();
  return user && <Profile user={user} />;
}
