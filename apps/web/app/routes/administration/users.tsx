import { UserManagement } from '../../features/users/user-management.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('User Management');

export default UserManagement;
