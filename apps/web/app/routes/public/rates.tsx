import { Rates } from '../../features/rates/rates.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

const DESCRIPTION =
  'Professional tax slabs and labour welfare fund contributions of every Indian state, with sources and a calculator.';

export const meta = () => pageTitle('Rates', DESCRIPTION);

export default Rates;
