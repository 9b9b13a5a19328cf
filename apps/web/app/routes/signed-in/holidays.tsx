import { holidaysQuery } from '../../features/due-days/calls.ts';
import { Holidays } from '../../features/due-days/holidays.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';
import type { PageHandle } from '../../shell/early-calls.tsx';

export const handle: PageHandle = { asks: [holidaysQuery] };

export const meta = () => pageTitle('Holidays');

export default Holidays;
