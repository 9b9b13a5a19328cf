import { Navigate } from 'react-router';

/** `/upgrade`, another address of the plans (R-pages-1). */
export default function ToPlans() {
  return <Navigate to="/plans" replace />;
}
