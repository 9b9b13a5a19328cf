import { packsQuery } from '../../features/packs/calls.ts';
import { Packs } from '../../features/packs/packs.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';
import type { PageHandle } from '../../shell/early-calls.tsx';

export const handle: PageHandle = { asks: [packsQuery] };

export const meta = () => pageTitle('Inspection packs');

export default Packs;
