import { UndoEmailChange } from '../../features/auth/email-change/undo-email-change.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Undo a change of email');

export default UndoEmailChange;
