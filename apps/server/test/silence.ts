import { afterEach, expect, vi } from 'vitest';

const complaints = vi.spyOn(console, 'error');

/** A test that makes the program complain has failed, whatever it asserted. */
afterEach(() => {
  const said = complaints.mock.calls.map((call) => call.map(String).join(' '));
  complaints.mockClear();
  expect(said, 'console.error').toEqual([]);
});
