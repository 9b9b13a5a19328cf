import fc from 'fast-check';
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

/** Properties try the same examples in each run. */
fc.configureGlobal({ seed: 42 });

let complaints: MockInstance<typeof console.error>;

// The spies are set anew for each test, since `restoreMocks` takes them off.
beforeEach(() => {
  complaints = vi.spyOn(console, 'error');
});

/** A test that makes the program complain has failed, whatever it asserted. */
afterEach(() => {
  const said = complaints.mock.calls.map((call) => call.map(String).join(' '));
  complaints.mockClear();
  expect(said, 'console.error').toEqual([]);
});
