import { z } from 'zod';

/** Within how many days a package is updated, by the severity of what is known of it (docs/security.md). */
const DAYS = { critical: 2, high: 7, moderate: 30 } as const;

const Severity = z.enum(['info', 'low', 'moderate', 'high', 'critical']);

const Audit = z.object({
  vulnerabilities: z.record(z.string(), z.object({ name: z.string(), severity: Severity, range: z.string() })),
});

/** What the registry answered about known vulnerabilities, in lines for whoever runs the gate. */
export function describeAudit(answer: string): string[] {
  const audit = Audit.safeParse(readJson(answer));
  if (!audit.success) return ['Known vulnerabilities: not checked, the registry gave no answer'];
  const found = Object.values(audit.data.vulnerabilities);
  if (found.length === 0) return ['Known vulnerabilities: none in what runs in production'];
  const order = Severity.options;
  const worstFirst = found.toSorted((one, other) => order.indexOf(other.severity) - order.indexOf(one.severity));
  return [
    `WARNING: ${found.length} packages that run in production have known vulnerabilities`,
    ...worstFirst.map(({ name, severity, range }) => `  ${severity}: ${name} ${range}, update ${within(severity)}`),
  ];
}

function within(severity: z.infer<typeof Severity>): string {
  return severity === 'info' || severity === 'low' ? 'with the next version' : `within ${DAYS[severity]} days`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
