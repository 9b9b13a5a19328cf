import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveRefetch } from './live-refetch.ts';

const QUERIES = {
  tracker: ['items'],
  catalogue: ['items', 'acts'],
  companies: [],
  users: ['users'],
  members: [],
  registrations: [],
  events: [],
  evidence: [],
};

let client: QueryClient;
let refetch: LiveRefetch;
let asked: string[];
/** Delay of each call before it is answered. */
let answering: () => Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  refetch = new LiveRefetch(client, QUERIES);
  asked = [];
  answering = async () => {};
});

afterEach(() => {
  refetch.close();
  client.clear();
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

test('several changes in a row are asked for once, and nothing else is', async () => {
  await show('items', 'acts', 'users', 'other');
  for (const kind of ['tracker', 'catalogue', 'tracker'] as const) refetch.hear({ type: 'changed', kind });
  await vi.advanceTimersByTimeAsync(149);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual(['items', 'acts']);
});

test('a change while an answer is on its way is asked for after it', async () => {
  await show('items');
  const answers = holdAnswers();
  refetch.hear({ type: 'changed', kind: 'tracker' });
  await vi.advanceTimersByTimeAsync(150);
  refetch.hear({ type: 'changed', kind: 'tracker' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual(['items']);
  answers.shift()?.();
  await vi.advanceTimersByTimeAsync(150);
  expect(asked).toEqual(['items', 'items']);
});

test('a change before the first answer, which may be older, is asked for after it', async () => {
  const answers = holdAnswers();
  await show('items');
  refetch.hear({ type: 'changed', kind: 'tracker' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual([]);
  answers.shift()?.();
  await vi.advanceTimersByTimeAsync(150);
  expect(asked).toEqual(['items']);
});

test("nothing is asked in the middle of the tab's own change", async () => {
  await show('items');
  const finish = change();
  refetch.hear({ type: 'changed', kind: 'tracker' });
  refetch.hear({ type: 'opened' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([]);
  finish();
  await vi.advanceTimersByTimeAsync(150);
  expect(asked).toEqual(['items']);
});

test("what the tab's own change calls off is asked for again after it", async () => {
  await show('items');
  holdAnswers();
  refetch.hear({ type: 'changed', kind: 'tracker' });
  await vi.advanceTimersByTimeAsync(150);
  const finish = change();
  await client.cancelQueries({ queryKey: ['items'] });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual(['items']);
  finish();
  await vi.advanceTimersByTimeAsync(150);
  expect(asked).toEqual(['items', 'items']);
});

test('a tab that nobody looks at asks when somebody does', async () => {
  await show('items');
  focusManager.setFocused(false);
  client.mount();
  refetch.hear({ type: 'changed', kind: 'tracker' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([]);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(['items']);
  client.unmount();
});

test('when listening begins, everything is asked for that is not being asked for', async () => {
  await show('items', 'users', 'other');
  const answers = holdAnswers();
  await show('acts');
  refetch.hear({ type: 'opened' });
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(['items', 'users']);
  expect(answers).toHaveLength(3);
});

test('while nobody listens, looking at the tab asks', async () => {
  await show('items');
  client.mount();
  refetch.hear({ type: 'lost' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([]);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(['items']);
  client.unmount();
});

/** Shows queries on the screen; `asked` starts after their first calls. */
async function show(...names: string[]): Promise<void> {
  for (const name of names) {
    new QueryObserver(client, {
      queryKey: [name, 'all'],
      queryFn: async () => {
        asked.push(name);
        await answering();
        return name;
      },
    }).subscribe(() => {});
  }
  await vi.advanceTimersByTimeAsync(0);
  asked.length = 0;
}

/** Holds back the answers of calls from now on. @returns functions that release them, in order */
function holdAnswers(): (() => void)[] {
  const held: (() => void)[] = [];
  answering = () => new Promise((resolve) => held.push(resolve));
  return held;
}

/** Begins a change of the tab's own. @returns the function that finishes it */
function change(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  client
    .getMutationCache()
    .build(client, { mutationFn: () => promise })
    .execute(undefined);
  return resolve;
}
