/** Password to estimate, with the personal words (name, e-mail, company) that a guesser would try first. */
export type EstimateRequest = { password: string; personal: readonly string[] };

/** Password strength: `score` from 0 (guessed at once) to 4, `advice` where the estimator has some. */
export type PasswordEstimate = { score: number; advice: string | null };

/** Longest prefix to estimate, in characters: the time grows with the length and the score no longer changes. */
const LONGEST_ESTIMATED = 64;

export const STRENGTH_LABELS = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;

export function toEstimateRequest(password: string, personal: readonly string[]): EstimateRequest {
  return { password: password.slice(0, LONGEST_ESTIMATED), personal: listPersonalWords(personal) };
}

/** Personal words, whole and split: a password is likelier to hold a part of an e-mail address than all of it. */
export function listPersonalWords(personal: readonly string[]): string[] {
  const words = personal.flatMap((text) => [text.trim(), ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => word.length > 2);
}
