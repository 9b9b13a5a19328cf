import { Anchor } from '@mantine/core';
import { Navigate, useLocation } from 'react-router';
import { ResetPasswordForm, resetEmail } from '../../features/auth/reset-password-form.tsx';
import { Link } from '../../lib/company/company-link.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';
import { FormCard } from '../../ui/forms/form-card.tsx';

export const meta = () => pageTitle('Reset password');

/**
 * E-mail of the account, which only /forgot-password hands on; without it the page leads back there (R-accounts-28).
 */
export default function ResetPassword() {
  const { state } = useLocation();
  const email = resetEmail(state);
  if (!email) return <Navigate to="/forgot-password" replace />;
  return (
    <FormCard
      title="Set a new password"
      text={
        <>
          We sent a 6-digit code to <b>{email}</b>. It is valid for 10 minutes.
        </>
      }
      below={
        <Anchor component={Link} to="/forgot-password" state={state}>
          Get another code
        </Anchor>
      }
    >
      <ResetPasswordForm email={email} />
    </FormCard>
  );
}
