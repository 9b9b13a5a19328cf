import { SetUpForm } from '../../features/users/set-up-form.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';
import { FormCard } from '../../ui/forms/form-card.tsx';

export const meta = () => pageTitle('Set up');

/** Page of the link that the server printed for its first administrator (R-users-51). */
export default function SetUp() {
  return (
    <FormCard
      title="Choose your password"
      text="For the first administrator. You then sign in with it and a code that comes by email."
    >
      <SetUpForm />
    </FormCard>
  );
}
