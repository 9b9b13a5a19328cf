import { Navigate } from 'react-router';

/** Another address of the same page (decisions, section 7). */
export default function ToPlans() {
  return <Navigate to="/plans" replace />;
}
