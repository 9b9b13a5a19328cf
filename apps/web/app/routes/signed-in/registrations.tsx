import { registrationsQuery } from '../../features/registrations/calls.ts';
import { Registrations } from '../../features/registrations/registrations.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';
import type { PageHandle } from '../../shell/early-calls.tsx';

export const handle: PageHandle = { asks: [registrationsQuery] };

export const meta = () => pageTitle('Registrations and licences');

export default Registrations;
