import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { IsoDay, State } from '../wire/primitives.ts';
import { Confidence } from './sources.ts';

/** The stage of a state's rules under a Code (R-law-10). */
export const CODE_STAGES = ['none', 'draft', 'final', 'in-force', 'unknown'] as const;

/** Which law holds in a state about what a Code is about: the Code, and the stage of the rules under it (R-law-10). */
export const CodeInState = z.object({
  /** `-` is the Union, whose rules bind whom the Central Government is the appropriate government of. */
  state: State,
  code: z.string(),
  name: z.string(),
  /** Since when the Code itself is in force. */
  codeSince: IsoDay,
  /** The acts that it repealed, whose rules are asked for until the state's own are in force. */
  oldActs: z.array(z.string()),
  stage: z.enum(CODE_STAGES),
  stageSince: IsoDay.nullable(),
  /** What is known of its days, in words. */
  dates: z.string(),
  /** What the stage means for who works there. */
  change: z.string(),
  source: z.string(),
  confidence: Confidence,
  lastChecked: IsoDay,
  notes: z.string(),
});
export type CodeInState = z.infer<typeof CodeInState>;

export const listLawCodes = defineCall({
  id: 'listLawCodes',
  method: 'GET',
  path: '/law/codes',
  noun: 'law',
  summary: "Which law holds in each of the company's states, Code by Code; the Union's rules stand first",
  access: 'law.read',
  answers: { 200: success(z.array(CodeInState)) },
});
