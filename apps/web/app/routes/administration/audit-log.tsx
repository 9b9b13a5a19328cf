import { AuditLog } from '../../features/audit-log/audit-log.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Audit Log');

export default AuditLog;
