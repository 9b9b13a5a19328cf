import { Navigate } from 'react-router';

/** `/company-registration`, the shorter address of the same page (R-pages-2). */
export default function ToCompanyRegistration() {
  return <Navigate to="/dashboard/company-registration" replace />;
}
