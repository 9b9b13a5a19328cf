import { InvitationPage } from '../../features/invitations/accept/invitation-page.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Invitation');

export default InvitationPage;
