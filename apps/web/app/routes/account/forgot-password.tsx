import { Anchor } from '@mantine/core';
import { useLocation } from 'react-router';
import { ForgotPasswordForm } from '../../features/auth/forgot-password-form.tsx';
import { Link } from '../../lib/company/company-link.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';
import { FormCard } from '../../ui/forms/form-card.tsx';

const DESCRIPTION = 'Choose a new password for your Anupalan account, with a code that is mailed to you.';

export const meta = () => pageTitle('Forgot password', DESCRIPTION);

/** Navigation state goes along and back: it remembers where the user wanted to go after signing in (R-accounts-16). */
export default function ForgotPassword() {
  const { state } = useLocation();
  return (
    <FormCard
      title="Forgot your password?"
      text="Tell us your email and we will send a code to set a new one."
      below={
        <Anchor component={Link} to="/login" state={state}>
          Back to Sign In
        </Anchor>
      }
    >
      <ForgotPasswordForm />
    </FormCard>
  );
}
