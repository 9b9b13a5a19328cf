import {
  doesNotApplyQuery,
  establishmentsQuery,
  factsQuery,
  mayApplyQuery,
} from '../../features/applicability/calls.ts';
import { WhatApplies } from '../../features/applicability/what-applies.tsx';
import { ownCompanyQuery } from '../../features/companies/calls.ts';
import { pageTitle } from '../../lib/text/page-title.ts';
import type { PageHandle } from '../../shell/early-calls.tsx';

export const handle: PageHandle = {
  asks: [ownCompanyQuery, establishmentsQuery, factsQuery, mayApplyQuery, doesNotApplyQuery],
};

export const meta = () => pageTitle('What applies to us');

export default WhatApplies;
