import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { InspectionBudget } from '../inspection-budget.ts';
import { GuardedThread } from './guarded-thread.ts';

const script = new URL('./busy-worker.fixture.ts', import.meta.url);
const thread = new GuardedThread({ script, answer: z.number() });

/** Enough for each file here by itself, and not for what was begun in vain as well; no clock ends it on a busy machine. */
const PATIENT = { cpuMs: 2_000, wallMs: 120_000 };

afterEach(() => thread.close());

test('slow files of many senders make way for the file of another', async () => {
  const done: string[] = [];
  const work = async (sender: string, ms: number) => {
    const budget = new InspectionBudget(sender, PATIENT);
    const answer = await thread.run(async () => Buffer.from(String(ms)), budget);
    budget.close();
    done.push(sender);
    return answer;
  };
  const slow = ['one', 'two'].map((sender) => work(sender, 1_300));
  const answers = await Promise.all([...slow, work('honest', 1)]);
  expect(done[0]).toBe('honest');
  expect(answers).toEqual([1_300, 1_300, 1]);
});

test('a slow file that nobody else waits for goes on, also beside others of its sender', async () => {
  let loaded = 0;
  const work = async (ms: number) => {
    const budget = new InspectionBudget('one', { ...PATIENT, cpuMs: 10_000 });
    const load = async () => {
      loaded += 1;
      return Buffer.from(String(ms));
    };
    const answer = await thread.run(load, budget);
    budget.close();
    return answer;
  };
  expect(await Promise.all([work(1_300), work(1)])).toEqual([1_300, 1]);
  expect(loaded).toBe(2);
});
