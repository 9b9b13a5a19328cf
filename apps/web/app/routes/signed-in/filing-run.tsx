import { FilingRun } from '../../features/filing-runs/filing-run.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Filing run');

export default FilingRun;
