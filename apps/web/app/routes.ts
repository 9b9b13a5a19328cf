import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/home.tsx'),
  route('login', 'routes/login.tsx'),
  route('register', 'routes/register.tsx'),
  route('forgot-password', 'routes/forgot-password.tsx'),
  route('reset-password', 'routes/reset-password.tsx'),
  route('plans', 'routes/plans.tsx'),
  route('upgrade', 'routes/to-plans.tsx'),
  route('payment/checkout', 'routes/payment-checkout.tsx'),
  route('payment/local', 'routes/payment-local.tsx'),
  route('payment/status', 'routes/payment-status.tsx'),
  route('contact', 'routes/contact.tsx'),
  route('recruitment/job-posting', 'routes/job-posting.tsx'),
  route('terms', 'routes/terms.tsx'),
  route('refund-policy', 'routes/refund-policy.tsx'),
  route('mailbox', 'routes/mailbox.tsx'),
  route('company-registration', 'routes/to-company-registration.tsx'),
  layout('routes/signed-in.tsx', [
    route('dashboard', 'routes/dashboard.tsx'),
    route('dashboard/company-registration', 'routes/company-registration.tsx'),
    route('profile', 'routes/profile.tsx'),
    route('hr-format', 'routes/hr-format.tsx'),
    layout('routes/administration.tsx', [
      route('audit-log', 'routes/audit-log.tsx'),
      route('enquiries', 'routes/enquiries.tsx'),
    ]),
  ]),
  // From here a visitor, too, is sent to the dashboard (specification 1, section 2).
  layout('routes/administration.tsx', { id: 'user-management' }, [route('users', 'routes/users.tsx')]),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
