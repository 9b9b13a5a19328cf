import { Profile } from '../features/users/profile.tsx';
import { pageTitle } from '../lib/page-title.ts';
import { useSession } from '../lib/session.tsx';

export const meta = () => pageTitle('Profile');

export default function ProfilePage() {
  const { user } = useSession();
  return user && <Profile user={user} />;
}
