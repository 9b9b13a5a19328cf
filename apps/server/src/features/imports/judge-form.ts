import type { z } from 'zod';
import type { Judged } from './import-kind.ts';

/**
 * Judges a form by a schema of the contract.
 * @param keyOf the column of a fault, by the names of the form's parts
 */
export function judgeForm<T extends z.ZodType>(
  schema: T,
  form: unknown,
  keyOf: (path: readonly string[]) => string,
): Judged<z.output<T>> {
  const result = schema.safeParse(form);
  if (result.success) return { form: result.data };
  return { faults: result.error.issues.map((issue) => ({ key: keyOf(issue.path.map(String)), expected: say(issue) })) };
}

function say(issue: z.core.$ZodIssue): string {
  const inner = issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : undefined;
  return inner ? say(inner) : issue.message;
}
