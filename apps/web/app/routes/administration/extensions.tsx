import { Extensions } from '../../features/due-days/extensions.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Extensions');

export default Extensions;
