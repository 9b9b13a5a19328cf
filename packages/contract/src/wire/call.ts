import type { Action } from '@anupalan/domain/permissions/table';
import type { z } from 'zod';
import type { MediaType } from './media-types.ts';

/** The callers who may make a call: anybody, or those who may do an action by the domain's rules. */
export type Access = 'public' | Action;

/**
 * One call of the API. The server routes by it, the browser calls by it and the OpenAPI document describes it. `path`
 * is below `/api` and names its parameters as `:name`.
 */
export interface Call {
  /** The name of the constant that has the call; the document's `operationId`, so programs made from it keep it. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly noun: string;
  readonly summary: string;
  readonly access: Access;
  /**
   * Whether the call needs a sign-in at most 15 minutes old: always, or only for some inputs, which the handler knows.
   * Otherwise it is 403 with `errors.reauthenticate` (R-accounts-60).
   */
  readonly fresh?: 'always' | 'for-some-inputs';
  /** Whether an administrator who has no passkey yet may make it where one is required (R-passkeys-12). */
  readonly beforeSecondFactor?: true;
  /** The form of the faults of a rejected request when it is not by field name: a plain list of messages (R-api-3). */
  readonly faults?: 'list';
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /**
   * The files of a `multipart/form-data` body: which field has them, one or several, and bytes of all files at most.
   * A `streamed` one goes into the store of files as it comes; there is only one. A `table` is read by the call itself
   * and never kept as a file.
   */
  readonly upload?: {
    readonly field: string;
    readonly several: boolean;
    readonly maxBytes: number;
    readonly streamed?: true;
    readonly table?: true;
    /** Minutes in which it has to be there, where two aren't enough (R-api-47). */
    readonly minutes?: number;
  };
  /** The media types of an answer that is a file. */
  readonly media?: readonly MediaType[];
  /** Answers by status code; every other answer is the failure envelope. */
  readonly answers: Readonly<Record<number, z.ZodType>>;
}

export function defineCall<const T extends Call>(call: T): T {
  return call;
}
