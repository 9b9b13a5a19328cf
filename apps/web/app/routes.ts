import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/public/home.tsx'),
  route('login', 'routes/account/login.tsx'),
  route('register', 'routes/account/register.tsx'),
  route('forgot-password', 'routes/account/forgot-password.tsx'),
  route('reset-password', 'routes/account/reset-password.tsx'),
  route('email-change/stop', 'routes/account/stop-email-change.tsx'),
  route('email-change/undo', 'routes/account/undo-email-change.tsx'),
  route('invitation', 'routes/account/invitation.tsx'),
  route('plans', 'routes/public/plans.tsx'),
  route('set-up', 'routes/account/set-up.tsx'),
  route('upgrade', 'routes/public/to-plans.tsx'),
  route('payment/checkout', 'routes/payment/checkout.tsx'),
  route('payment/local', 'routes/payment/local.tsx'),
  route('payment/status', 'routes/payment/status.tsx'),
  route('contact', 'routes/public/contact.tsx'),
  route('recruitment/job-posting', 'routes/public/job-posting.tsx'),
  route('terms', 'routes/public/terms.tsx'),
  route('privacy', 'routes/public/privacy.tsx'),
  route('refund-policy', 'routes/public/refund-policy.tsx'),
  route('mailbox', 'routes/public/mailbox.tsx'),
  route('company-registration', 'routes/signed-in/to-company-registration.tsx'),
  layout('routes/signed-in/signed-in.tsx', [
    route('dashboard', 'routes/signed-in/dashboard.tsx'),
    route('dashboard/company-registration', 'routes/signed-in/company-registration.tsx'),
    route('profile', 'routes/signed-in/profile.tsx'),
    route('company/people', 'routes/signed-in/people.tsx'),
    route('profile/passkeys', 'routes/signed-in/passkeys.tsx'),
    route('checks', 'routes/signed-in/checks.tsx'),
    route('hr-format', 'routes/signed-in/hr-format.tsx'),
    route('company/activity', 'routes/signed-in/activity.tsx'),
    layout('routes/administration/administration.tsx', [
      route('audit-log', 'routes/administration/audit-log.tsx'),
      route('enquiries', 'routes/administration/enquiries.tsx'),
    ]),
  ]),
  // Visitors, too, are sent from /users to the dashboard (R-pages-3).
  layout('routes/administration/administration.tsx', { id: 'user-management' }, [
    route('users', 'routes/administration/users.tsx'),
  ]),
  route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfig;
