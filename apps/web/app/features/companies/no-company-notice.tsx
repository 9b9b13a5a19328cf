import { Anchor } from '@mantine/core';
import { Link } from '../../lib/company/company-link.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Link to the registration, for users without a company such as the first administrator (R-tracker-10). */
export function NoCompanyNotice() {
  return (
    <Notice title="You have no company yet">
      <Anchor component={Link} to="/dashboard/company-registration" inherit fw={650} c="inherit">
        Register your company
      </Anchor>{' '}
      to complete your profile.
    </Notice>
  );
}
