import type { z } from 'zod';

/** Who may make a call at all; finer rules are `can(actor, action)` in the domain. */
export type Access = 'public' | 'signed-in' | 'administrator';

/**
 * One call of the API: what the server routes by, the browser calls by and the OpenAPI document describes.
 * `path` is below `/api` and names its parameters as `:name`.
 */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly noun: string;
  readonly summary: string;
  readonly access: Access;
  /** How the faults of a rejected request are answered when not by field name: as a plain list of messages. */
  readonly faults?: 'list';
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Set when the body is a `multipart/form-data` form: which field has files, one or several, and how large all may be. */
  readonly upload?: { readonly field: string; readonly several: boolean; readonly maxBytes: number };
  /** Set when what is answered is a file: what the document says of it, an `application/octet-stream` being of any type. */
  readonly media?: 'application/octet-stream' | 'application/pdf' | 'text/csv';
  /** Answers by status code; every other answer is the failure envelope. */
  readonly answers: Readonly<Record<number, z.ZodType>>;
}

export function defineCall<const T extends Call>(call: T): T {
  return call;
}
