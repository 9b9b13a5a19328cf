import { Navigate } from 'react-router';

/** The shorter address of the same page (decisions, section 7). */
export default function ToCompanyRegistration() {
  return <Navigate to="/dashboard/company-registration" replace />;
}
