import { StartupError } from '../errors/startup-error.ts';

/** 25006 is a write to a PostgreSQL that only reads: after a failover the right one is elsewhere, or soon will be. */
const AWAY_SQLSTATES = /^(08|57P0[1-5]|57014|53|25006)/;
const AWAY_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);
const AWAY_MESSAGES =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|and is not queryable/;

/** Whether a failure means that PostgreSQL can't be reached right now, as opposed to refusing a statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return (code !== '' && (AWAY_SQLSTATES.test(code) || AWAY_CODES.has(code))) || AWAY_MESSAGES.test(error.message);
}

/** A database that gave no sign within the time that it has. */
export class DatabaseSilent extends Error {
  /** PostgreSQL's own code of a connection that failed. */
  readonly code = '08006';
}

/** What is slow and not away: a statement that was cancelled, or took longer than it may. */
const SLOW = /57014|Query read timeout/;

/**
 * Whether a failure means that nothing reaches PostgreSQL: not one slow statement, but all. Some libraries hand on what
 * merely looks like an error.
 */
export function isConnectionLost(failure: unknown): boolean {
  if (typeof failure !== 'object' || failure === null) return false;
  if ('cause' in failure && failure.cause instanceof DatabaseSilent) return true;
  const message = 'message' in failure ? String(failure.message) : '';
  const code = 'code' in failure ? String(failure.code) : '';
  return isDatabaseAway(Object.assign(new Error(message), { code })) && !SLOW.test(`${code} ${message}`);
}

/** Whether a failure of one statement shows that its connection would fail the next one as well. */
export function isConnectionUseless(error: unknown): boolean {
  return error instanceof Error && (codeOf(error) === '25006' || error.message === 'Query read timeout');
}

/** Whether PostgreSQL refused a text because it can't be stored (a NUL, a broken encoding). */
export function isUnstorableText(error: unknown): boolean {
  return error instanceof Error && /^(22021|22P05)$/.test(codeOf(error));
}

/** Turns a first contact that failed into one line for the person who starts the server. */
export function explainUnreachable(error: unknown): never {
  if (error instanceof Error && (isDatabaseAway(error) || /^(28|3D)/.test(codeOf(error)))) {
    const reason = error.message || codeOf(error);
    throw new StartupError(
      `DATABASE_URL can't be used (${reason}), for example DATABASE_URL=postgres://user:password@host:5432/anupalan`,
    );
  }
  throw error;
}

/** The name of the unique constraint a statement ran into, or null. */
export function violatedUniqueKey(error: unknown): string | null {
  return violatedConstraint(error, '23505');
}

/** The name of the foreign key that a statement found pointing to nothing, or null. */
export function violatedForeignKey(error: unknown): string | null {
  return violatedConstraint(error, '23503');
}

/** The name of the check that a statement broke, or null. */
export function violatedCheck(error: unknown): string | null {
  return violatedConstraint(error, '23514');
}

/** The name of the foreign key that keeps a row from being deleted, or null. Only PostgreSQL 18 has a code for it. */
export function restrictingForeignKey(error: unknown): string | null {
  return violatedConstraint(error, '23001') ?? violatedForeignKey(error);
}

function violatedConstraint(error: unknown, code: string): string | null {
  if (!(error instanceof Error) || codeOf(error) !== code) return null;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null;
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
