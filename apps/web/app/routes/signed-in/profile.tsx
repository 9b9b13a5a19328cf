import { ownCompanyQuery } from '../../features/companies/calls.ts';
import { Profile } from '../../features/users/profile.tsx';
import { useSession } from '../../lib/session/session.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';
import type { PageHandle } from '../../shell/early-calls.tsx';

export const handle: PageHandle = { asks: [ownCompanyQuery] };

export const meta = () => pageTitle('Profile');

export default function ProfilePage() {
  const { user } = useSession();
  return user && <Profile user={user} />;
}
