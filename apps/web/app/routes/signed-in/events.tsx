import { Events } from '../../features/events/events.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Events');

export default Events;
