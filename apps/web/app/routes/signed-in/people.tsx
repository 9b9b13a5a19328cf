import { membersQuery } from '../../features/members/calls.ts';
import { People } from '../../features/members/people.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';
import type { PageHandle } from '../../shell/early-calls.tsx';

export const handle: PageHandle = { asks: [membersQuery] };

export const meta = () => pageTitle('People');

export default People;
