import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../errors/errors.ts';

/**
 * Parses parts of a request with the contract's schemas; an id of the wrong form is answered as an unknown one
 * (R-api-8).
 */
export const compileValidator: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (value) => {
    // Values that are no object are read as an empty one: the caller hears which fields are wanted.
    const result = schema.safeParse(isObject(value) ? value : {});
    if (result.success) return { value: result.data };
    return { error: httpPart === 'params' ? new AppError('not-found', 'Not found') : rejection(result.error) };
  };

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a form with its schema. @throws AppError invalid, with every faulty field. */
export function acceptForm<T extends z.ZodType>(schema: T, form: unknown): z.output<T> {
  const result = schema.safeParse(form);
  if (!result.success) throw rejection(result.error);
  return result.data;
}

/**
 * The 400 for a rejected form: every faulty field with its first message, and the first of them as the message
 * (R-api-3).
 */
function rejection(error: z.ZodError): AppError {
  const faults = faultsOf(error.issues);
  return new AppError('invalid', Object.values(faults)[0] ?? 'The request is not valid', { faults });
}

function faultsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const issue of issues) {
    // The last of several alternatives is the whole form; the others are short variants, such as asking for a code
    // again.
    const form = issue.code === 'invalid_union' && issue.path.length === 0 ? issue.errors.at(-1) : undefined;
    if (form) Object.assign(faults, faultsOf(form));
    else
      faults[String(issue.path[0] ?? 'body')] ??= issue.code === 'invalid_union' ? unionMessage(issue) : issue.message;
  }
  return faults;
}

function unionMessage(issue: z.core.$ZodIssueInvalidUnion): string {
  return issue.errors.at(-1)?.[0]?.message ?? issue.message;
}
