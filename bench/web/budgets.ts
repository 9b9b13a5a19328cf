import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Kind, Weight } from './page-weight.ts';

const Limit = z.strictObject({ bytes: z.int().nonnegative(), requests: z.int().nonnegative() });

const Budgets = z.record(
  z.string(),
  z.strictObject({
    address: z.string(),
    /** Selector of what is waited for; without one everything counts that a page asks for by itself. */
    shown: z.string().optional(),
    /** Whose page it is; without it a visitor's. */
    signedIn: z.boolean().default(false),
    script: Limit,
    style: Limit,
    font: Limit,
  }),
);

/** The most that a page may weigh before it shows what it is opened for. */
export interface PageBudget {
  readonly name: string;
  readonly address: string;
  readonly shown: string | null;
  readonly signedIn: boolean;
  readonly budget: readonly (readonly [Kind, Weight])[];
}

/** Budgets by page, which `npm test` holds pages to (e2e/weights.spec.ts). */
export function readBudgets(): PageBudget[] {
  const json: unknown = JSON.parse(readFileSync(path.join(import.meta.dirname, 'budgets.json'), 'utf8'));
  return Object.entries(Budgets.parse(json)).map(([name, { address, shown, signedIn, script, style, font }]) => ({
    name,
    address,
    shown: shown ?? null,
    signedIn,
    budget: [
      ['script', script],
      ['style', style],
      ['font', font],
    ],
  }));
}
