import { Activity } from '../../features/activity/activity.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Activity');

export default Activity;
