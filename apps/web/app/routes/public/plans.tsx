import { PlanCards } from '../../features/plans/plan-cards.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () =>
  pageTitle(
    'Plans & Pricing',
    'What Anupalan costs: free to begin with, Premium by the month, Enterprise by agreement.',
  );

export default PlanCards;
