import { expect, test, vi } from 'vitest';
import { onceADay } from './clock.ts';

const day = (iso: string) => Temporal.PlainDate.from(iso);

test('a thing is read once a day, whoever asks', () => {
  const derive = vi.fn((thing: { name: string }, today: Temporal.PlainDate) => ({ text: `${thing.name} ${today}` }));
  const ask = onceADay(derive);
  const thing = { name: 'EPF' };
  const first = ask(thing, day('2026-11-21'));
  expect(first.text).toBe('EPF 2026-11-21');
  expect(ask(thing, day('2026-11-21'))).toBe(first);
  expect(derive).toHaveBeenCalledTimes(1);

  expect(ask(thing, day('2026-11-22')).text).toBe('EPF 2026-11-22');
  expect(ask({ name: 'ESI' }, day('2026-11-22')).text).toBe('ESI 2026-11-22');
  expect(derive).toHaveBeenCalledTimes(3);
});
