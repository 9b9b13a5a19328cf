/** What the estimator is asked: a password, and what its owner's acquaintances would try first. */
export type EstimateRequest = { password: string; personal: readonly string[] };

/** How soon a password would be guessed, from 0 (at once) to 4; what to do about it, when there is something. */
export type PasswordEstimate = { score: number; advice: string | null };

/** An estimate takes ever longer, and beyond this changes nothing. */
const LONGEST_ESTIMATED = 64;

export const STRENGTH_LABELS = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;

export function toEstimateRequest(password: string, personal: readonly string[]): EstimateRequest {
  return { password: password.slice(0, LONGEST_ESTIMATED), personal: listPersonalWords(personal) };
}

/** Names, addresses and the like, whole and word by word: nobody puts a whole e-mail address into a password. */
export function listPersonalWords(personal: readonly string[]): string[] {
  const words = personal.flatMap((text) => [text.trim(), ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => word.length > 2);
}
