import { exportsQuery } from '../../features/exports/calls.ts';
import { Exports } from '../../features/exports/exports.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';
import type { PageHandle } from '../../shell/early-calls.tsx';

export const handle: PageHandle = { asks: [exportsQuery] };

export const meta = () => pageTitle('Registers');

export default Exports;
